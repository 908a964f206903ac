// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_DATA_MOVEMENT_STRIDED_COPY_H_
#define KERNELS_DATA_MOVEMENT_STRIDED_COPY_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "framework/kernel/device.h"
#include "framework/tensor/tensor.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// One dimension of a copy: how many elements, and how far apart they lie on either side, in
// elements. A step may be negative, and 0 on the side that is read (the element is repeated).
struct CopyDim {
  int64_t size = 0;
  int64_t from_step = 0;
  int64_t to_step = 0;
};

// A copy of a box of elements of any dtype from one place to another: what Concat, Split, Slice,
// Transpose, ... consist of. The op says in CopyDims what goes where; dimensions that lie together
// are joined, runs are copied at once, the rest in tiles.
//
// A value; Run may be called by several threads. Nothing is checked: the op has to describe
// elements that exist, and no element of `to` twice.
//
// Example: the transpose of a matrix of 2 rows and 3 columns of floats.
//
//     StridedCopy({{2, 3, 1}, {3, 1, 2}}).Run(DT_FLOAT, from, to);
class StridedCopy {
 public:
  // `dims` from the outermost to the innermost; none: one element.
  explicit StridedCopy(absl::Span<const CopyDim> dims);

  // `from` and `to` point to the first element on either side; they do not overlap.
  void Run(DataType dtype, const void* from, void* to) const;
  // The same, on several threads if it is worth it.
  void Run(DataType dtype, const void* from, void* to, DeviceBase* device) const;

  // The dimensions that are left, outermost first; for tests.
  absl::Span<const CopyDim> dims() const { return dims_; }

 private:
  // Copies the part [start, limit) of the outermost dimension.
  void RunPart(DataType dtype, const void* from, void* to, int64_t start, int64_t limit) const;

  bool empty_ = false;
  // At least one; none of size 1 unless it is the only one.
  absl::InlinedVector<CopyDim, 6> dims_;
};

// The distances of neighbours along each dimension of a tensor in row-major order.
absl::InlinedVector<int64_t, 6> RowMajorSteps(absl::Span<const int64_t> sizes);

// The product of sizes[begin, end). REQUIRES: they are those of a tensor that exists.
int64_t ProductOf(absl::Span<const int64_t> sizes, int begin, int end);

// Where element `index` of a tensor lies; null if it has none.
const void* ElementAt(const Tensor& tensor, int64_t index);
void* ElementAt(Tensor* tensor, int64_t index);

}  // namespace opgraft_internal

#endif  // KERNELS_DATA_MOVEMENT_STRIDED_COPY_H_
