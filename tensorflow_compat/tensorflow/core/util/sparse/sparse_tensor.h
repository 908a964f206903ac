// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_SPARSE_SPARSE_TENSOR_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_SPARSE_SPARSE_TENSOR_H_

#error "Opgraft has no tensorflow/core/util/sparse/sparse_tensor.h: take indices, values and dense_shape as three tensors."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_SPARSE_SPARSE_TENSOR_H_
