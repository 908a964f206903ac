// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_TENSOR_IO_NPY_FIT_H_
#define TOOLS_TENSOR_IO_NPY_FIT_H_

#include "absl/status/statusor.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

enum class NpyCast {
  kNone,
  kSameKind,  // NumPy's casting="same_kind": bool to integer to float to complex, any width
};

// What a .npy file held as a tensor of `dtype`: itself if that is its type; the same bits if .npy
// has no name for `dtype` and the file has the integers that stand for it; or what NumPy casts it
// to, if that is asked for. INVALID_ARGUMENT for all else, and for an element that `dtype` has not
// (NumPy would give another number).
absl::StatusOr<Tensor> FitNpy(const Tensor& stored, DataType dtype, NpyCast cast);

}  // namespace opgraft_internal

#endif  // TOOLS_TENSOR_IO_NPY_FIT_H_
