// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_TRANSPOSE_FUNCTOR_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_TRANSPOSE_FUNCTOR_H_

#include <vector>

#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/framework/variant.h"
#include "tensorflow/core/lib/gtl/array_slice.h"
#include "tensorflow/core/platform/errors.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace transpose_internal {

// For each dimension of the output, how far apart its elements are in the input.
inline std::vector<int64_t> StridesOf(const Tensor& in, gtl::ArraySlice<int32> perm) {
  std::vector<int64_t> strides(perm.size(), 1), permuted;
  for (size_t d = perm.size(); d-- > 1;)
    strides[d - 1] = strides[d] * in.dim_size(static_cast<int>(d));
  for (const int32 d : perm) permuted.push_back(strides[static_cast<size_t>(d)]);
  return permuted;
}

template <typename T>
void Move(const T* in, const std::vector<int64_t>& strides, const TensorShape& shape, T* out) {
  std::vector<int64_t> index(strides.size(), 0);
  int64_t from = 0;
  for (int64_t i = 0; i < shape.num_elements(); ++i) {
    out[i] = in[from];
    for (size_t d = strides.size(); d-- > 0;) {
      from += strides[d];
      if (++index[d] < shape.dim_size(static_cast<int>(d))) break;
      from -= strides[d] * index[d];
      index[d] = 0;
    }
  }
}

struct Bytes16 {
  uint64_t halves[2];
};

}  // namespace transpose_internal

// Dimension d of `*out` is dimension perm[d] of `in`. INVALID_ARGUMENT unless `*out` has that shape
// and `in`'s type.
template <typename Device>
absl::Status DoTranspose(const Device&, const Tensor& in, gtl::ArraySlice<int32> perm,
                         Tensor* out) {
  if (out->dtype() != in.dtype() || out->dims() != in.dims() ||
      static_cast<int>(perm.size()) != in.dims())
    return errors::InvalidArgument("DoTranspose: the tensors and the permutation do not fit");
  for (size_t d = 0; d < perm.size(); ++d) {
    if (perm[d] < 0 || perm[d] >= in.dims() ||
        out->dim_size(static_cast<int>(d)) != in.dim_size(perm[d]))
      return errors::InvalidArgument("DoTranspose: the output has shape ",
                                     out->shape().DebugString());
  }
  if (in.NumElements() == 0) return absl::OkStatus();
  const std::vector<int64_t> strides = transpose_internal::StridesOf(in, perm);
  const auto move = [&](auto type) {
    using T = decltype(type);
    transpose_internal::Move(static_cast<const T*>(in.data()), strides, out->shape(),
                             static_cast<T*>(out->data()));
    return absl::OkStatus();
  };
  if (in.dtype() == DT_STRING) return move(tstring());
  if (in.dtype() == DT_VARIANT) return move(Variant());
  switch (DataTypeSize(in.dtype())) {
    case 1:
      return move(uint8());
    case 2:
      return move(uint16());
    case 4:
      return move(uint32());
    case 8:
      return move(uint64());
    case 16:
      return move(transpose_internal::Bytes16());
    default:
      return errors::Unimplemented("DoTranspose of ", DataTypeString(in.dtype()));
  }
}

// The last two dimensions exchanged.
template <typename Device>
absl::Status DoMatrixTranspose(const Device& device, const Tensor& in, Tensor* out) {
  if (in.dims() < 2)
    return errors::InvalidArgument("DoMatrixTranspose: ", in.dims(), " dimensions");
  std::vector<int32> perm;
  for (int32 d = 0; d < in.dims(); ++d) perm.push_back(d);
  std::swap(perm[perm.size() - 1], perm[perm.size() - 2]);
  return DoTranspose(device, in, perm, out);
}

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_TRANSPOSE_FUNCTOR_H_
