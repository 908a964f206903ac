// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_RESOURCE_VAR_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_RESOURCE_VAR_H_

#include <string>

#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/resource_mgr.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// A tensor with a lock: the variables that an op library keeps for itself as resources.
class Var : public ResourceBase {
 public:
  explicit Var(DataType dtype) : tensor_(dtype) {}
  Var(const Var&) = delete;
  Var& operator=(const Var&) = delete;

  mutex* mu() { return &mu_; }
  Tensor* tensor() { return &tensor_; }
  std::string DebugString() const override {
    return absl::StrCat(DataTypeString(tensor_.dtype()), "/", tensor_.shape().DebugString());
  }
  int64_t MemoryUsed() const override { return static_cast<int64_t>(tensor_.TotalBytes()); }

  // Set by who gives the tensor its first value.
  bool is_initialized = false;
  std::atomic<bool> copy_on_read_mode{false};

 private:
  mutex mu_;
  Tensor tensor_;
};

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_RESOURCE_VAR_H_
