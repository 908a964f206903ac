// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_REFERENCE_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_REFERENCE_H_

#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// Keeps a tensor's contents until Unref.
class TensorReference {
 public:
  explicit TensorReference(const Tensor& tensor) : tensor_(tensor) {}
  void Unref() { tensor_ = Tensor(); }

 private:
  Tensor tensor_;
};

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_REFERENCE_H_
