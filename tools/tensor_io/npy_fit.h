// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_TENSOR_IO_NPY_FIT_H_
#define TOOLS_TENSOR_IO_NPY_FIT_H_

#include "absl/status/statusor.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Which arrays of another type are converted.
enum class NpyCast {
  // None: they are an error.
  kNone,
  // NumPy's casting="same_kind": bool to integer to float to complex, any width.
  kSameKind,
};

// The contents of a .npy file as a tensor of `dtype`: `stored` itself if that is its type; the same
// bits if .npy has no name for `dtype` and the file has the integers that it is stored as (uint16
// for bfloat16); or what NumPy casts it to, if `cast` says so. INVALID_ARGUMENT for all else, and
// for an element that `dtype` cannot hold (NumPy would give another number).
absl::StatusOr<Tensor> FitNpy(const Tensor& stored, DataType dtype, NpyCast cast);
// Whether FitNpy takes a file of type `stored` for `dtype`, whatever its elements are.
bool NpyTypeFits(DataType stored, DataType dtype, NpyCast cast);

}  // namespace opgraft_internal

#endif  // TOOLS_TENSOR_IO_NPY_FIT_H_
