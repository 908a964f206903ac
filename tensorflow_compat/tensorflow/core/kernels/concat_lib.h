// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_CONCAT_LIB_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_CONCAT_LIB_H_

#include <algorithm>
#include <memory>
#include <vector>

#include "tensorflow/core/framework/device_base.h"
#include "tensorflow/core/framework/tensor_types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// Puts matrices of as many rows side by side.
template <typename T>
void ConcatCPU(DeviceBase*,
               const std::vector<std::unique_ptr<typename TTypes<T, 2>::ConstMatrix>>& inputs,
               typename TTypes<T, 2>::Matrix* output) {
  for (int64_t row = 0; row < output->dimension(0); ++row) {
    T* to = output->data() + row * output->dimension(1);
    for (const auto& input : inputs) {
      const int64_t columns = input->dimension(1);
      to = std::copy_n(input->data() + row * columns, columns, to);
    }
  }
}

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_CONCAT_LIB_H_
