// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_SEGMENT_REDUCTION_OPS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_SEGMENT_REDUCTION_OPS_H_

#include "tensorflow/core/framework/bounds_check.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/framework/tensor_shape.h"
#include "tensorflow/core/framework/tensor_types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace functor {

// What a segment without rows is.
template <typename T>
struct Zero {
  T operator()() const { return T(0); }
};
template <typename T>
struct One {
  T operator()() const { return T(1); }
};
template <typename T>
struct Lowest {
  T operator()() const { return Eigen::NumTraits<T>::lowest(); }
};
template <typename T>
struct Highest {
  T operator()() const { return Eigen::NumTraits<T>::highest(); }
};

// How a row is taken into a segment.
template <typename T>
struct SumOp {
  void operator()(const T& row, T* segment) const { *segment += row; }
};
template <typename T>
struct ProdOp {
  void operator()(const T& row, T* segment) const { *segment *= row; }
};
template <typename T>
struct MaxOp {
  void operator()(const T& row, T* segment) const {
    if (*segment < row) *segment = row;
  }
};
template <typename T>
struct MinOp {
  void operator()(const T& row, T* segment) const {
    if (row < *segment) *segment = row;
  }
};

// output[segment_ids[i], :] takes in row i of `data`; rows of a negative id are left out. The
// context gets INVALID_ARGUMENT for an id that is too large.
template <typename Device, typename T, typename Index, typename InitialValueF, typename ReductionF>
struct UnsortedSegmentFunctor {
  void operator()(OpKernelContext* context, const TensorShape& segment_ids_shape,
                  typename TTypes<Index>::ConstFlat segment_ids,
                  typename TTypes<T, 2>::ConstTensor data, typename TTypes<T, 2>::Tensor output) {
    (void)segment_ids_shape;
    for (int64_t i = 0; i < output.size(); ++i) output.data()[i] = InitialValueF()();
    for (int64_t i = 0; i < segment_ids.size(); ++i) {
      const Index id = internal::SubtleMustCopy(segment_ids(i));
      if (id < 0) continue;
      OP_REQUIRES(context, FastBoundsCheck(id, output.dimension(0)),
                  errors::InvalidArgument("segment_ids[", i, "] = ", id, " is out of range [0, ",
                                          output.dimension(0), ")"));
      for (int64_t j = 0; j < data.dimension(1); ++j) ReductionF()(data(i, j), &output(id, j));
    }
  }
};

}  // namespace functor
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_SEGMENT_REDUCTION_OPS_H_
