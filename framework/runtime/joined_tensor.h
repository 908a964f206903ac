// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_JOINED_TENSOR_H_
#define FRAMEWORK_RUNTIME_JOINED_TENSOR_H_

#include <cstdint>

#include "absl/status/status.h"
#include "framework/op/call_site.h"
#include "framework/tensor/buffer_region.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Makes the part `[begin, begin + size)` of `from` along `axis` the tensor `*to`: a view where it
// lies in one piece, else a copy in `region`. RESOURCE_EXHAUSTED. REQUIRES: there are so many; and
// a region unless axis is 0.
absl::Status TakePart(const Tensor& from, int axis, int64_t begin, int64_t size,
                      BufferRegion* region, Tensor* to);

// A tensor in a region that is made of parts, one after the other. Where the number of parts is not
// known it has room for some, and for twice as many whenever that is too little; it is dense in the
// end. Borrows the tensor and the region, which keep it all between calls. Thread-compatible.
//
// Example: parts of 1 along axis 1 of two rows, room for four, two of them there:
//
//     a0 a1 . .  b0 b1 . .     and at the end     a0 a1 b0 b1
class JoinedTensor {
 public:
  JoinedTensor(const CallSite::Slices& slices, BufferRegion* region, Tensor* tensor)
      : slices_(slices), region_(region), tensor_(tensor) {}

  // Adds part `number`; 0 begins anew. There will be `most` parts at most, and just so many if
  // `is_exact`. INVALID_ARGUMENT if the part has not the size that the slices say or the shape of
  // the parts before; RESOURCE_EXHAUSTED.
  absl::Status Add(const Tensor& part, int64_t number, int64_t most, bool is_exact);
  // All parts are there, `count` of them and one at least. RESOURCE_EXHAUSTED for strings.
  absl::Status Finish(int64_t count);

 private:
  // How the tensor lies in memory: `rows` times room for parts of `part` elements.
  struct Layout {
    int axis = 0;
    int64_t rows = 1;
    int64_t part = 1;
    int64_t room = 0;
  };
  absl::Status CheckPart(const Tensor& part, int64_t number) const;
  Layout LayoutOf(const Tensor& part) const;
  absl::Status Begin(const Tensor& part, int64_t most, bool is_exact);
  absl::Status Grow(Layout* layout, int64_t most);
  absl::Status Allocate(DataType dtype, TensorShape shape, int axis, int64_t room);
  bool is_backward() const { return slices_.stride < 0; }

  const CallSite::Slices& slices_;
  BufferRegion* const region_;
  Tensor* const tensor_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_JOINED_TENSOR_H_
