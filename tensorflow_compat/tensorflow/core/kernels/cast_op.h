// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_CAST_OP_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_CAST_OP_H_

#include "tensorflow/core/framework/tensor_types.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace functor {

template <typename Device, typename Tout, typename Tin>
struct CastFunctor {
  void operator()(const Device& d, typename TTypes<Tout>::Flat out,
                  typename TTypes<Tin>::ConstFlat in, bool truncate = false) {
    (void)truncate;
    out.device(d) = in.template cast<Tout>();
  }
};

}  // namespace functor
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_CAST_OP_H_
