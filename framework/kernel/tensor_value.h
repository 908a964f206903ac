// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_TENSOR_VALUE_H_
#define FRAMEWORK_KERNEL_TENSOR_VALUE_H_

#include "framework/tensor/tensor.h"

namespace opgraft {

namespace core {
class Mutex;
}

// TensorFlow's input of a kernel, for callers that invoke kernels directly: a tensor, or a
// reference to one with its lock. Owns neither. A value; thread-compatible.
//
// Example:
//   TensorValue value(&tensor);
//   const int rank = value->dims();
struct TensorValue {
  TensorValue() = default;
  explicit TensorValue(Tensor* t) : tensor(t) {}
  TensorValue(core::Mutex* mu, Tensor* t) : mutex_if_ref(mu), tensor(t) {}
  Tensor* operator->() const { return tensor; }
  // True if it was made with a lock.
  bool is_ref() const { return mutex_if_ref != nullptr; }

  // The lock of a reference; null for a plain tensor.
  core::Mutex* mutex_if_ref = nullptr;
  Tensor* tensor = nullptr;
};

}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_TENSOR_VALUE_H_
