// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_UTIL_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_UTIL_H_

#include <algorithm>
#include <cstring>
#include <vector>

#include "absl/types/span.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/framework/tensor_shape.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace tensor {

// A copy with a buffer of its own; in a kernel that finds no memory the run fails.
inline Tensor DeepCopy(const Tensor& other) {
  Tensor copy(other.dtype(), other.shape());
  if (!copy.IsInitialized()) return copy;
  if (DataTypeCanUseMemcpy(other.dtype())) {
    if (other.TotalBytes() > 0) std::memcpy(copy.data(), other.data(), other.TotalBytes());
    return copy;
  }
  absl::StatusOr<Tensor> made = other.DeepCopy();
  return made.ok() ? *std::move(made) : copy;
}
inline void DeepCopy(const Tensor& input, Tensor* output) { *output = DeepCopy(input); }

namespace internal {
// Copies elements [from, from + n) of `source` to `to` of `target`. They are of one type.
template <typename T>
void CopyElements(const Tensor& source, int64_t from, int64_t n, Tensor* target, int64_t to) {
  std::copy_n(source.flat<T>().data() + from, n, target->flat<T>().data() + to);
}
inline void CopyRange(const Tensor& source, int64_t from, int64_t n, Tensor* target, int64_t to) {
  const int64_t size = DataTypeSize(source.dtype());
  if (n == 0) return;
  if (size > 0) {
    std::memcpy(static_cast<char*>(target->data()) + to * size,
                static_cast<const char*>(source.data()) + from * size,
                static_cast<size_t>(n * size));
  } else if (source.dtype() == DT_STRING) {
    CopyElements<tstring>(source, from, n, target, to);
  } else if (source.dtype() == DT_VARIANT) {
    CopyElements<Variant>(source, from, n, target, to);
  } else if (source.dtype() == DT_RESOURCE) {
    CopyElements<ResourceHandle>(source, from, n, target, to);
  }
}
}  // namespace internal

// The tensors one behind the other along dimension 0; they differ in nothing else.
inline absl::Status Concat(absl::Span<const Tensor> tensors, Tensor* result) {
  if (tensors.empty()) return absl::InvalidArgumentError("Cannot concatenate zero tensors");
  int64_t rows = 0;
  for (const Tensor& tensor : tensors) {
    if (tensor.dims() == 0) {
      return absl::InvalidArgumentError("Cannot concatenate a zero-dimensional tensor");
    }
    if (tensor.dtype() != tensors[0].dtype()) {
      return absl::InvalidArgumentError(
          "Cannot concatenate tensors that have different data types");
    }
    rows += tensor.dim_size(0);
  }
  TensorShape shape = tensors[0].shape();
  shape.set_dim(0, rows);
  absl::StatusOr<Tensor> made = Tensor::Create(tensors[0].dtype(), shape);
  if (!made.ok()) return made.status();
  *result = *std::move(made);
  int64_t at = 0;
  for (const Tensor& tensor : tensors) {
    if (at + tensor.NumElements() > result->NumElements()) {
      return absl::InvalidArgumentError(
          "Cannot concatenate tensors whose rows have different sizes");
    }
    internal::CopyRange(tensor, 0, tensor.NumElements(), result, at);
    at += tensor.NumElements();
  }
  return absl::OkStatus();
}

// The reverse: parts of `sizes` rows each.
inline absl::Status Split(const Tensor& tensor, absl::Span<const int64_t> sizes,
                          std::vector<Tensor>* result) {
  if (tensor.dims() == 0)
    return absl::InvalidArgumentError("Cannot split a zero-dimensional tensor");
  int64_t rows = 0;
  for (int64_t size : sizes) rows += size;
  if (rows != tensor.dim_size(0)) {
    return absl::InvalidArgumentError(
        "The values in 'sizes' do not sum to the zeroth-dimension size of 'tensor'");
  }
  const int64_t row_elements = rows == 0 ? 0 : tensor.NumElements() / rows;
  int64_t at = 0;
  for (int64_t size : sizes) {
    TensorShape shape = tensor.shape();
    shape.set_dim(0, size);
    absl::StatusOr<Tensor> made = Tensor::Create(tensor.dtype(), shape);
    if (!made.ok()) return made.status();
    internal::CopyRange(tensor, at * row_elements, size * row_elements, &*made, 0);
    result->push_back(*std::move(made));
    at += size;
  }
  return absl::OkStatus();
}

}  // namespace tensor
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_UTIL_H_
