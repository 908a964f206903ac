// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_INDEX_TENSOR_H_
#define FRAMEWORK_OP_INDEX_TENSOR_H_

#include <cstdint>
#include <vector>

#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Reading tensors of int16, int32 or int64: the sizes, axes and indices that ops are given as
// inputs. For shape functions and kernels alike; nothing here fails, and all is thread-safe.
//
// Example:
//   if (!IsIndexTensor(axes)) return errors::InvalidArgument("axes must be integers");
//   for (int64_t axis : IndicesOf(axes)) ...
inline bool IsIndexTensor(const Tensor& t) {
  return t.IsInitialized() &&
         (t.dtype() == DT_INT32 || t.dtype() == DT_INT64 || t.dtype() == DT_INT16);
}

// Element `i` in row-major order. REQUIRES: IsIndexTensor(t).
inline int64_t IndexAt(const Tensor& t, int64_t i) {
  if (t.dtype() == DT_INT32) return static_cast<const int32_t*>(t.data())[i];
  if (t.dtype() == DT_INT64) return static_cast<const int64_t*>(t.data())[i];
  return static_cast<const int16_t*>(t.data())[i];
}

// All elements. REQUIRES: IsIndexTensor(t).
inline std::vector<int64_t> IndicesOf(const Tensor& t) {
  std::vector<int64_t> values(static_cast<size_t>(t.NumElements()));
  for (size_t i = 0; i < values.size(); ++i) values[i] = IndexAt(t, static_cast<int64_t>(i));
  return values;
}

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_INDEX_TENSOR_H_
