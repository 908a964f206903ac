// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_OPENVINO_NN_INDEX_OUTPUT_H_
#define KERNELS_OPENVINO_NN_INDEX_OUTPUT_H_

#include <cstdint>

#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Element `i` of a tensor of int32 or int64 becomes `value`.
inline void StoreIndex(int64_t i, int64_t value, Tensor* indices) {
  if (indices->dtype() == DT_INT32) {
    static_cast<int32_t*>(indices->data())[i] = static_cast<int32_t>(value);
  } else {
    static_cast<int64_t*>(indices->data())[i] = value;
  }
}

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_NN_INDEX_OUTPUT_H_
