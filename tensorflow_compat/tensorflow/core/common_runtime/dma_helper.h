// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_COMMON_RUNTIME_DMA_HELPER_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_COMMON_RUNTIME_DMA_HELPER_H_

#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// The first byte of a tensor.
class DMAHelper {
 public:
  static const void* base(const Tensor* tensor) { return tensor->data(); }
  static void* base(Tensor* tensor) { return tensor->data(); }
};

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_COMMON_RUNTIME_DMA_HELPER_H_
