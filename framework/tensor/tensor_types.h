// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TENSOR_TENSOR_TYPES_H_
#define FRAMEWORK_TENSOR_TENSOR_TYPES_H_

#include "framework/types/library_note.h"
#include "framework/types/tensor_shape.h"
#include "unsupported/Eigen/CXX11/Tensor"

namespace opgraft {

OPGRAFT_LIBRARY_NOTE(kEigenNote, "eigen_align=" OPGRAFT_QUOTE(EIGEN_MAX_ALIGN_BYTES));

// The Eigen maps over tensors of T, of NDIMS dimensions, row-major. They own nothing. None demands
// alignment, as rows of a slice have none; on aligned memory the loads cost the same. So the
// Unaligned names, which TensorFlow's sources use, are the same types. Only names; thread-safety is
// the memory's.
//
// Example:
//   void Scale(TTypes<float>::Matrix m, float by) { m = m * by; }
//   Scale(tensor.matrix<float>(), 2.0f);
template <typename T, int NDIMS = 1, typename IndexType = Eigen::DenseIndex>
struct TTypes {
  // NDIMS dimensions.
  using Tensor = Eigen::TensorMap<Eigen::Tensor<T, NDIMS, Eigen::RowMajor, IndexType>>;
  using ConstTensor = Eigen::TensorMap<Eigen::Tensor<const T, NDIMS, Eigen::RowMajor, IndexType>>;
  using UnalignedTensor = Tensor;
  using UnalignedConstTensor = ConstTensor;

  // One element, without an index: `t.scalar<float>()()`.
  using Scalar =
      Eigen::TensorMap<Eigen::TensorFixedSize<T, Eigen::Sizes<>, Eigen::RowMajor, IndexType>>;
  using ConstScalar =
      Eigen::TensorMap<Eigen::TensorFixedSize<const T, Eigen::Sizes<>, Eigen::RowMajor, IndexType>>;
  using UnalignedScalar = Scalar;
  using UnalignedConstScalar = ConstScalar;

  // All elements as one dimension, whatever NDIMS is.
  using Flat = Eigen::TensorMap<Eigen::Tensor<T, 1, Eigen::RowMajor, IndexType>>;
  using ConstFlat = Eigen::TensorMap<Eigen::Tensor<const T, 1, Eigen::RowMajor, IndexType>>;
  using UnalignedFlat = Flat;
  using UnalignedConstFlat = ConstFlat;

  using Vec = Flat;
  using ConstVec = ConstFlat;
  using UnalignedVec = Flat;
  using UnalignedConstVec = ConstFlat;

  // Two dimensions, whatever NDIMS is.
  using Matrix = Eigen::TensorMap<Eigen::Tensor<T, 2, Eigen::RowMajor, IndexType>>;
  using ConstMatrix = Eigen::TensorMap<Eigen::Tensor<const T, 2, Eigen::RowMajor, IndexType>>;
  using UnalignedMatrix = Matrix;
  using UnalignedConstMatrix = ConstMatrix;
};

// Declared in types/tensor_shape.h, which does not include Eigen.
template <int kNumDims, typename Index>
Eigen::DSizes<Index, kNumDims> TensorShape::AsEigenDSizes() const {
  return dims() == kNumDims ? AsEigenDSizesWithPadding<kNumDims, Index>()
                            : Eigen::DSizes<Index, kNumDims>();
}

// Ones are put behind the sizes.
template <int kNumDims, typename Index>
Eigen::DSizes<Index, kNumDims> TensorShape::AsEigenDSizesWithPadding() const {
  Eigen::DSizes<Index, kNumDims> result;
  if (dims() > kNumDims) return result;
  for (int d = 0; d < kNumDims; ++d) result[d] = d < dims() ? static_cast<Index>(dim_size(d)) : 1;
  return result;
}

}  // namespace opgraft

#endif  // FRAMEWORK_TENSOR_TENSOR_TYPES_H_
