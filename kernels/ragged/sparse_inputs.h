// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_RAGGED_SPARSE_INPUTS_H_
#define KERNELS_RAGGED_SPARSE_INPUTS_H_

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// INVALID_ARGUMENT unless the shapes are those of the parts of a sparse tensor: `indices` [count,
// rank], `values` [count] and `sizes` [rank], with a rank of at least 1. Does not look at elements.
inline absl::Status CheckSparseShapes(const Tensor& indices, const Tensor& values,
                                      const Tensor& sizes) {
  if (indices.dims() == 2 && values.dims() == 1 && sizes.dims() == 1 &&
      indices.dim_size(0) == values.dim_size(0) && indices.dim_size(1) == sizes.dim_size(0) &&
      sizes.dim_size(0) >= 1)
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("indices, values and dense_shape must be of a sparse tensor, got shapes ",
                   indices.shape().DebugString(), ", ", values.shape().DebugString(), " and ",
                   sizes.shape().DebugString()));
}

}  // namespace opgraft_internal

#endif  // KERNELS_RAGGED_SPARSE_INPUTS_H_
