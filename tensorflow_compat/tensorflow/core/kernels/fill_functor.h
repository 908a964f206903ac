// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_FILL_FUNCTOR_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_FILL_FUNCTOR_H_

#include "tensorflow/core/framework/tensor_types.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace functor {

template <typename Device, typename T>
struct FillFunctor {
  void operator()(const Device& d, typename TTypes<T>::Flat out,
                  typename TTypes<T>::ConstScalar in) {
    out.device(d) = out.constant(in());
  }
};

template <typename Device, typename T>
struct SetZeroFunctor {
  void operator()(const Device& d, typename TTypes<T>::Flat out) {
    out.device(d) = out.constant(T(0));
  }
};
template <typename Device>
struct SetZeroFunctor<Device, tstring> {
  void operator()(const Device&, TTypes<tstring>::Flat out) {
    for (int64_t i = 0; i < out.size(); ++i) out(i).clear();
  }
};

template <typename Device, typename T>
struct SetOneFunctor {
  void operator()(const Device& d, typename TTypes<T>::Flat out) {
    out.device(d) = out.constant(T(1));
  }
};

template <typename Device, typename T>
struct SetNanFunctor {
  void operator()(const Device& d, typename TTypes<T>::Flat out) {
    out.device(d) = out.constant(Eigen::NumTraits<T>::quiet_NaN());
  }
};

}  // namespace functor
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_FILL_FUNCTOR_H_
