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

// How far apart the elements of a slice lie along each dimension, and where the first one is, if
// those of the tensor lie so many `steps` apart. REQUIRES: no range is empty.
struct SlicePlace {
  absl::InlinedVector<int64_t, 6> steps;
  int64_t offset = 0;
};
// Example: of a tensor [4, 6], whose steps are {6, 1}, the ranges [1:3] and [5:0:-2] have steps {6,
// -2} and begin at element 6 + 5 = 11.
SlicePlace FindSlice(absl::Span<const int64_t> steps,
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
// The same of elements from `data` on that lie so many `steps` apart, of the output's type.
void CopyRanges(const void* data, absl::Span<const int64_t> steps,
                absl::Span<const StridedSliceSpec::Range> ranges, Tensor* output,
                DeviceBase* device);
// Output 0 of a kernel becomes the slice of `input`, or of such elements. RESOURCE_EXHAUSTED.
absl::Status TakeSlice(OpKernelContext* ctx, const Tensor& input, const StridedSliceSpec& spec);
absl::Status TakeSlice(OpKernelContext* ctx, const void* data, absl::Span<const int64_t> steps,
                       const StridedSliceSpec& spec);
// Writes `value` to the slice of `output`; what of it is of size 1, or missing in front, is
// repeated. INVALID_ARGUMENT if it does not fit.
absl::Status PutSlice(const Tensor& value, const StridedSliceSpec& spec, Tensor* output,
                      DeviceBase* device);

}  // namespace opgraft_internal

#endif  // KERNELS_DATA_MOVEMENT_SLICE_RANGES_H_
