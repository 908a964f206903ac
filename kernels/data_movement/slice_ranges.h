// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_DATA_MOVEMENT_SLICE_RANGES_H_
#define KERNELS_DATA_MOVEMENT_SLICE_RANGES_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/strided_slice_spec.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Which elements of a tensor a slice takes, for each dimension.
using SliceRanges = absl::InlinedVector<StridedSliceSpec::Range, 4>;

// How far apart in a tensor of these sizes the elements of a slice lie along each dimension, and
// where the first one is. REQUIRES: no range is empty.
struct SlicePlace {
  absl::InlinedVector<int64_t, 6> steps;
  int64_t offset = 0;
};
SlicePlace FindSlice(absl::Span<const int64_t> sizes,
                     absl::Span<const StridedSliceSpec::Range> ranges);

// The inputs and attrs of StridedSlice and its kin. Set up once, by Init; const uses are
// thread-safe.
class StridedSliceReader {
 public:
  absl::Status Init(OpKernelConstruction* ctx);

  // What begin, end and strides take of a tensor of these sizes.
  absl::Status Read(absl::Span<const int64_t> sizes, const Tensor& begin, const Tensor& end,
                    const Tensor& strides, StridedSliceSpec* spec) const;

 private:
  StridedSliceMasks masks_;
};

// The shape of the slice.
absl::Status SliceShapeOf(const StridedSliceSpec& spec, TensorShape* shape);

// Copies what the ranges take of `input`, one for each dimension. `output` has as many elements.
void CopyRanges(const Tensor& input, absl::Span<const StridedSliceSpec::Range> ranges,
                Tensor* output, DeviceBase* device);
// Output 0 of a kernel becomes the slice of `input`. RESOURCE_EXHAUSTED.
absl::Status TakeSlice(OpKernelContext* ctx, const Tensor& input, const StridedSliceSpec& spec);
// Writes `value` to the slice of `output`; what of it is of size 1, or missing in front, is
// repeated. INVALID_ARGUMENT if it does not fit.
absl::Status PutSlice(const Tensor& value, const StridedSliceSpec& spec, Tensor* output,
                      DeviceBase* device);

}  // namespace opgraft_internal

#endif  // KERNELS_DATA_MOVEMENT_SLICE_RANGES_H_
