// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Axes, sizes and indices that come as tensors of integers.
#ifndef KERNELS_DATA_MOVEMENT_INDEX_INPUT_H_
#define KERNELS_DATA_MOVEMENT_INDEX_INPUT_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "framework/op/index_tensor.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

using IndexValues = absl::InlinedVector<int64_t, 8>;

// The elements, in order. Allocates nothing for up to 8. REQUIRES: an integer tensor.
inline IndexValues ReadIndices(const Tensor& tensor) {
  IndexValues values(static_cast<size_t>(tensor.NumElements()));
  for (size_t i = 0; i < values.size(); ++i) values[i] = IndexAt(tensor, static_cast<int64_t>(i));
  return values;
}

// Element `i` of a tensor of int8, uint8, int16, int32 or int64.
inline int64_t AnyIndexAt(const Tensor& tensor, int64_t i) {
  if (tensor.dtype() == DT_INT8) return static_cast<const int8_t*>(tensor.data())[i];
  if (tensor.dtype() == DT_UINT8) return static_cast<const uint8_t*>(tensor.data())[i];
  return IndexAt(tensor, i);
}

// True for a scalar, and for a vector of one element, which old graphs give where a scalar is
// meant.
inline bool IsScalarOrOneElementVector(const TensorShape& shape) {
  return shape.dims() == 0 || (shape.dims() == 1 && shape.dim_size(0) == 1);
}

// Puts the dimension that `axis` names into `*dim`: negative ones count from the end. False unless
// it is in [-rank, rank).
inline bool ResolveAxis(int64_t axis, int rank, int* dim) {
  if (axis < -rank || axis >= rank) return false;
  *dim = static_cast<int>(axis < 0 ? axis + rank : axis);
  return true;
}

}  // namespace opgraft_internal

#endif  // KERNELS_DATA_MOVEMENT_INDEX_INPUT_H_
