// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_BATCH_UTIL_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_BATCH_UTIL_H_

#include <algorithm>
#include <cstring>
#include <utility>

#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/framework/tensor_util.h"
#include "tensorflow/core/platform/errors.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace batch_util {

namespace internal {

// INTERNAL unless `element` is a row of `parent` and there is a row `index`.
inline absl::Status CheckRow(const Tensor& element, const Tensor& parent, int64_t index) {
  if (parent.dims() < 1 || element.dtype() != parent.dtype() || index < 0 ||
      index >= parent.dim_size(0) ||
      element.NumElements() != parent.NumElements() / parent.dim_size(0)) {
    return errors::Internal("No row ", index, " of ", DataTypeString(parent.dtype()),
                            parent.shape().DebugString(), " is ", DataTypeString(element.dtype()),
                            element.shape().DebugString());
  }
  return absl::OkStatus();
}

}  // namespace internal

// Copies `element` into row `index` of `*parent`.
inline absl::Status CopyElementToSlice(const Tensor& element, Tensor* parent, int64_t index) {
  TF_RETURN_IF_ERROR(internal::CheckRow(element, *parent, index));
  const int64_t n = element.NumElements();
  tensor::internal::CopyRange(element, 0, n, parent, index * n);
  return absl::OkStatus();
}
inline absl::Status CopyElementToLargerSlice(const Tensor& element, Tensor* parent, int64_t index) {
  return CopyElementToSlice(element, parent, index);
}

// Copies row `index` of `parent` into `*element`.
inline absl::Status CopySliceToElement(const Tensor& parent, Tensor* element, int64_t index) {
  TF_RETURN_IF_ERROR(internal::CheckRow(*element, parent, index));
  const int64_t n = element->NumElements();
  tensor::internal::CopyRange(parent, index * n, n, element, 0);
  return absl::OkStatus();
}
inline absl::Status MaybeMoveSliceToElement(Tensor* parent, Tensor* element, int64_t index) {
  return CopySliceToElement(*parent, element, index);
}

// Copies `num_slices` rows from `source_offset` to `target_offset`.
inline absl::Status CopyContiguousSlices(const Tensor& source, int64_t source_offset,
                                         int64_t target_offset, int64_t num_slices,
                                         Tensor* target) {
  const bool rows = source.dims() >= 1 && target->dims() >= 1 && source_offset >= 0 &&
                    target_offset >= 0 && num_slices >= 0 &&
                    num_slices <= source.dim_size(0) - source_offset &&
                    num_slices <= target->dim_size(0) - target_offset;
  if (!rows || source.dtype() != target->dtype()) {
    return errors::FailedPrecondition("CopyContiguousSlices: no ", num_slices, " rows from ",
                                      source_offset, " of ", source.shape().DebugString(), " to ",
                                      target_offset, " of ", target->shape().DebugString());
  }
  if (num_slices == 0) return absl::OkStatus();
  const int64_t n = source.NumElements() / source.dim_size(0);
  if (n != target->NumElements() / target->dim_size(0))
    return errors::FailedPrecondition("CopyContiguousSlices: rows of different sizes");
  tensor::internal::CopyRange(source, source_offset * n, num_slices * n, target, target_offset * n);
  return absl::OkStatus();
}
inline absl::Status MaybeMoveContiguousSlices(Tensor& source, int64_t source_offset,
                                              int64_t target_offset, int64_t num_slices,
                                              Tensor* target) {
  return CopyContiguousSlices(source, source_offset, target_offset, num_slices, target);
}

}  // namespace batch_util
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_BATCH_UTIL_H_
