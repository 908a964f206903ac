// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_SCATTER_FUNCTOR_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_SCATTER_FUNCTOR_H_

#include "tensorflow/core/framework/bounds_check.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/tensor_types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace scatter_op {

enum class UpdateOp { ASSIGN, ADD, SUB, MUL, DIV, MIN, MAX };

namespace internal {

template <UpdateOp Op, typename T>
T Updated(const T& old, const T& update) {
  if constexpr (Op == UpdateOp::ADD) return old + update;
  if constexpr (Op == UpdateOp::SUB) return old - update;
  if constexpr (Op == UpdateOp::MUL) return old * update;
  if constexpr (Op == UpdateOp::DIV) return old / update;
  if constexpr (Op == UpdateOp::MIN) return update < old ? update : old;
  if constexpr (Op == UpdateOp::MAX) return old < update ? update : old;
  return update;
}

}  // namespace internal
}  // namespace scatter_op

namespace functor {

// Updates row indices[i] of `params` by row i of `updates`, one after the other. The position of
// the first index that is out of bounds, nothing behind it being done; -1 if none is.
template <typename Device, typename T, typename Index, scatter_op::UpdateOp op>
struct ScatterFunctor {
  Index operator()(OpKernelContext*, const Device&, typename TTypes<T>::Matrix params,
                   typename TTypes<T>::ConstMatrix updates,
                   typename TTypes<Index>::ConstFlat indices) {
    for (int64_t i = 0; i < indices.size(); ++i) {
      const Index row = opgraft::internal::SubtleMustCopy(indices(i));
      if (!FastBoundsCheck(row, params.dimension(0))) return static_cast<Index>(i);
      for (int64_t j = 0; j < params.dimension(1); ++j)
        params(row, j) = scatter_op::internal::Updated<op, T>(params(row, j), updates(i, j));
    }
    return -1;
  }
};

// The same with one value for all.
template <typename Device, typename T, typename Index, scatter_op::UpdateOp op>
struct ScatterScalarFunctor {
  Index operator()(OpKernelContext*, const Device&, typename TTypes<T>::Matrix params,
                   const typename TTypes<T>::ConstScalar update,
                   typename TTypes<Index>::ConstFlat indices) {
    for (int64_t i = 0; i < indices.size(); ++i) {
      const Index row = opgraft::internal::SubtleMustCopy(indices(i));
      if (!FastBoundsCheck(row, params.dimension(0))) return static_cast<Index>(i);
      for (int64_t j = 0; j < params.dimension(1); ++j)
        params(row, j) = scatter_op::internal::Updated<op, T>(params(row, j), update());
    }
    return -1;
  }
};

}  // namespace functor
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_SCATTER_FUNCTOR_H_
