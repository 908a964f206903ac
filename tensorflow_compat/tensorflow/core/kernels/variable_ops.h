// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_VARIABLE_OPS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_VARIABLE_OPS_H_

#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/resource_mgr.h"
#include "tensorflow/core/framework/resource_var.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// A variable as TensorFlow 1's ops with Ref inputs keep it: a tensor and its lock.
class LegacyVar : public ResourceBase {
 public:
  explicit LegacyVar(DataType dtype) : tensor_(dtype) {}
  LegacyVar(const LegacyVar&) = delete;
  LegacyVar& operator=(const LegacyVar&) = delete;

  mutex* mu() { return &mu_; }
  Tensor* tensor() { return &tensor_; }
  std::string DebugString() const override {
    return absl::StrCat(DataTypeString(tensor_.dtype()), "/", tensor_.shape().DebugString());
  }

 private:
  mutex mu_;
  Tensor tensor_;
};

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_VARIABLE_OPS_H_
