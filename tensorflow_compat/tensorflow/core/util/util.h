// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_UTIL_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_UTIL_H_

#include <string>

#include "tensorflow/core/framework/tensor_shape.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// Where element `flat` of a tensor of `shape` stands: "[1,0,2]".
inline std::string SliceDebugString(const TensorShape& shape, int64_t flat) {
  std::string text;
  for (int d = shape.dims() - 1; d >= 0; --d) {
    const int64_t size = shape.dim_size(d) > 0 ? shape.dim_size(d) : 1;
    text = absl::StrCat(flat % size, text.empty() ? "" : ",", text);
    flat /= size;
  }
  return absl::StrCat("[", text, "]");
}

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_UTIL_H_
