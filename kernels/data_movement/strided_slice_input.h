// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_DATA_MOVEMENT_STRIDED_SLICE_INPUT_H_
#define KERNELS_DATA_MOVEMENT_STRIDED_SLICE_INPUT_H_

#include "absl/status/status.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/strided_slice_spec.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The attrs of StridedSlice and its kin.
absl::Status ReadStridedSliceMasks(OpKernelConstruction* ctx, StridedSliceMasks* masks);

// What begin, end and strides take of a tensor of shape `input`. INVALID_ARGUMENT.
absl::Status ReadStridedSlice(const TensorShape& input, const Tensor& begin, const Tensor& end,
                              const Tensor& strides, const StridedSliceMasks& masks,
                              StridedSliceSpec* spec);

}  // namespace opgraft_internal

#endif  // KERNELS_DATA_MOVEMENT_STRIDED_SLICE_INPUT_H_
