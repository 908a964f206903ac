// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_GATHER_FUNCTOR_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_GATHER_FUNCTOR_H_

#include <algorithm>

#include "tensorflow/core/framework/bounds_check.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/tensor_types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace functor {

// out[b, i, :] = params[b, indices[i], :]. The position of the first index that is out of bounds;
// -1 if none is.
template <typename Device, typename T, typename Index>
struct GatherFunctor {
  int64_t operator()(OpKernelContext*, typename TTypes<T, 3>::ConstTensor params,
                     typename TTypes<Index>::ConstFlat indices, typename TTypes<T, 3>::Tensor out) {
    const int64_t rows = params.dimension(1), size = params.dimension(2);
    for (int64_t b = 0; b < params.dimension(0); ++b) {
      for (int64_t i = 0; i < indices.size(); ++i) {
        const Index row = internal::SubtleMustCopy(indices(i));
        if (!FastBoundsCheck(row, rows)) return i;
        std::copy_n(params.data() + (b * rows + static_cast<int64_t>(row)) * size, size,
                    out.data() + (b * indices.size() + i) * size);
      }
    }
    return -1;
  }
};
template <typename T, typename Index>
struct GatherFunctorCPU : GatherFunctor<Eigen::ThreadPoolDevice, T, Index> {};

}  // namespace functor
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_GATHER_FUNCTOR_H_
