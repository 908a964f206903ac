// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_OPENVINO_SLICE_H_
#define FRAMEWORK_OP_OPENVINO_SLICE_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/optional.h"
#include "framework/op/integer_input.h"
#include "framework/op/node_attrs.h"
#include "framework/op/strided_slice_spec.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The attrs of OpenVINO's StridedSlice: lists of 0 and 1, empty or one for each item; what is
// missing at the end is 0. Plain data once read. (TensorFlow's are bits: StridedSliceMasks.)
struct SliceMasks {
  // INVALID_ARGUMENT if they are not equally long, as OpenVINO has it.
  absl::Status Read(const NodeAttrs& attrs);

  std::vector<int64_t> begin;
  std::vector<int64_t> end;
  std::vector<int64_t> new_axis;
  std::vector<int64_t> shrink_axis;
  std::vector<int64_t> ellipsis;
};

// What OpenVINO's Slice or StridedSlice takes of a tensor, in terms of TensorFlow's StridedSlice:
// for shape functions and kernels. A value; thread-compatible.
//
// Example:
//   SliceRequest request;
//   OPGRAFT_RETURN_IF_ERROR(request.Read({1}, {5}, {2}, /*axes=*/nullptr, /*rank=*/1));
//   OPGRAFT_RETURN_IF_ERROR(request.Understand({8}, &spec));  // elements 1 and 3
class SliceRequest {
 public:
  // What is taken of one dimension.
  struct Entry {
    // Where it begins; without a value at the first element, in the direction of the step.
    absl::optional<int64_t> start;
    // Where it ends, itself left out; without a value behind the last element.
    absl::optional<int64_t> stop;
    int64_t step = 1;
  };

  // Slice, of a tensor of so many dimensions; `axes` may be null. INVALID_ARGUMENT.
  absl::Status Read(const Integers& starts, const Integers& stops, const Integers& steps,
                    const Integers* axes, int64_t rank);
  // StridedSlice. INVALID_ARGUMENT.
  absl::Status ReadMasked(const Integers& begins, const Integers& ends, const Integers& steps,
                          const SliceMasks& masks);

  // What is taken of a tensor of these sizes. INVALID_ARGUMENT.
  absl::Status Understand(absl::Span<const int64_t> sizes, StridedSliceSpec* spec) const;
  // What is asked of dimension `dim` of an input of `rank`; null: all of it.
  const Entry* EntryOf(size_t dim, size_t rank) const;

 private:
  StridedSliceMasks masks_;
  absl::InlinedVector<Entry, 4> entries_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_OPENVINO_SLICE_H_
