// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The steps of some optimisers, as functors over flat tensors.
#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_TRAINING_OPS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_TRAINING_OPS_H_

#include "tensorflow/core/framework/tensor_types.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace functor {

template <typename Device, typename T>
struct ApplyGradientDescent {
  void operator()(const Device& d, typename TTypes<T>::Flat var,
                  typename TTypes<T>::ConstScalar alpha, typename TTypes<T>::ConstFlat delta) {
    var.device(d) -= delta * alpha();
  }
};

template <typename Device, typename T>
struct ApplyAdagrad {
  void operator()(const Device& d, typename TTypes<T>::Flat var, typename TTypes<T>::Flat accum,
                  typename TTypes<T>::ConstScalar lr, typename TTypes<T>::ConstFlat grad,
                  bool update_slots) {
    if (update_slots) accum.device(d) += grad.square();
    var.device(d) -= grad * lr() * accum.rsqrt();
  }
};

template <typename Device, typename T>
struct ApplyMomentum {
  void operator()(const Device& d, typename TTypes<T>::Flat var, typename TTypes<T>::Flat accum,
                  typename TTypes<T>::ConstScalar lr, typename TTypes<T>::ConstFlat grad,
                  typename TTypes<T>::ConstScalar momentum, bool use_nesterov) {
    accum.device(d) = accum * momentum() + grad;
    if (use_nesterov) {
      var.device(d) -= grad * lr() + accum * momentum() * lr();
    } else {
      var.device(d) -= accum * lr();
    }
  }
};

template <typename Device, typename T>
struct ApplyAdam {
  void operator()(const Device& d, typename TTypes<T>::Flat var, typename TTypes<T>::Flat m,
                  typename TTypes<T>::Flat v, typename TTypes<T>::ConstScalar beta1_power,
                  typename TTypes<T>::ConstScalar beta2_power, typename TTypes<T>::ConstScalar lr,
                  typename TTypes<T>::ConstScalar beta1, typename TTypes<T>::ConstScalar beta2,
                  typename TTypes<T>::ConstScalar epsilon, typename TTypes<T>::ConstFlat grad,
                  bool use_nesterov) {
    const T one(1);
    const T alpha = lr() * Eigen::numext::sqrt(one - beta2_power()) / (one - beta1_power());
    m.device(d) += (grad - m) * (one - beta1());
    v.device(d) += (grad.square() - v) * (one - beta2());
    if (use_nesterov) {
      var.device(d) -= ((grad * (one - beta1()) + m * beta1()) * alpha) / (v.sqrt() + epsilon());
    } else {
      var.device(d) -= (m * alpha) / (v.sqrt() + epsilon());
    }
  }
};

template <typename Device, typename T>
struct ApplyRMSProp {
  void operator()(const Device& d, typename TTypes<T>::Flat var, typename TTypes<T>::Flat ms,
                  typename TTypes<T>::Flat mom, typename TTypes<T>::ConstScalar lr,
                  typename TTypes<T>::ConstScalar rho, typename TTypes<T>::ConstScalar momentum,
                  typename TTypes<T>::ConstScalar epsilon, typename TTypes<T>::ConstFlat grad) {
    ms.device(d) += (grad.square() - ms) * (T(1) - rho());
    mom.device(d) = mom * momentum() + (grad * lr()) / (ms + epsilon()).sqrt();
    var.device(d) -= mom;
  }
};

}  // namespace functor
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_TRAINING_OPS_H_
