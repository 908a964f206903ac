// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_PAD_OP_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_PAD_OP_H_

#include "tensorflow/core/framework/tensor_types.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace functor {

// Puts paddings(d, 0) and paddings(d, 1) elements of `pad_value` before and behind dimension d.
template <typename Device, typename T, typename Tpadding, int Dims>
struct Pad {
  void operator()(const Device& d, typename TTypes<T, Dims>::Tensor output,
                  typename TTypes<T, Dims>::ConstTensor input,
                  Eigen::array<Eigen::IndexPair<Tpadding>, Dims> paddings, T pad_value) {
    output.device(d) = input.pad(paddings, pad_value);
  }
};
template <typename Device, typename T, typename Tpadding>
struct Pad<Device, T, Tpadding, 0> {
  void operator()(const Device& d, typename TTypes<T, 0>::Tensor output,
                  typename TTypes<T, 0>::ConstTensor input,
                  Eigen::array<Eigen::IndexPair<Tpadding>, 0>, T) {
    output.device(d) = input;
  }
};

}  // namespace functor
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_PAD_OP_H_
