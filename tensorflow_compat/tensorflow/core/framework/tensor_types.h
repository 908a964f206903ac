// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_TYPES_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_TYPES_H_

#include "framework/tensor/tensor_types.h"
#include "tensorflow/opgraft_namespace.h"
#include "unsupported/Eigen/CXX11/Tensor"

namespace opgraft {

// A map indexed by int: for GPUs, and where sources of both share their functors.
template <typename Map>
Eigen::TensorMap<Eigen::Tensor<typename Map::Scalar, Map::NumIndices, Map::Layout, int>> To32Bit(
    Map in) {
  Eigen::DSizes<int, Map::NumIndices> sizes;
  for (int d = 0; d < Map::NumIndices; ++d) sizes[d] = static_cast<int>(in.dimension(d));
  return {in.data(), sizes};
}

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_TYPES_H_
