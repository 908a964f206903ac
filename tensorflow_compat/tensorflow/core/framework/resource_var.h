// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_RESOURCE_VAR_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_RESOURCE_VAR_H_

#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include "framework/state/variable_type.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/resource_mgr.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// A variable: a view of a tensor of the request's state, with a lock. tensor() is for writers: its
// first call in a run keeps the value for the rollback, which costs a copy; value() is for readers.
class Var : public ResourceBase {
 public:
  // A tensor of its own, until the variable is created in a request's ResourceMgr.
  explicit Var(DataType dtype) : Var(std::make_shared<TensorCell>(Tensor(dtype))) {}
  explicit Var(std::shared_ptr<TensorCell> cell) : cell_(std::move(cell)) {}
  Var(const Var&) = delete;
  Var& operator=(const Var&) = delete;

  // Not TensorFlow's: a view of a cell that was forked, loaded or rolled back. A value without
  // elements counts as none.
  static Var* OfCell(std::shared_ptr<TensorCell> cell) {
    Var* const var = new Var(std::move(cell));
    var->is_initialized = var->value().IsInitialized() && var->value().NumElements() > 0;
    return var;
  }
  std::shared_ptr<TensorCell> tensor_cell() const override { return cell_; }
  const Tensor& value() const { return cell_->value(); }

  mutex* mu() { return &mu_; }
  // Without memory for the copy the run fails; outside of kernels this is then a tensor that nobody
  // sees.
  Tensor* tensor() {
    Tensor* const value = cell_->WriteOrThrow();
    return value != nullptr ? value : &nowhere_;
  }
  std::string DebugString() const override {
    return absl::StrCat(DataTypeString(value().dtype()), "/", value().shape().DebugString());
  }
  int64_t MemoryUsed() const override { return static_cast<int64_t>(value().TotalBytes()); }

  // Set by who gives the tensor its first value.
  bool is_initialized = false;
  std::atomic<bool> copy_on_read_mode{false};

 private:
  mutex mu_;
  const std::shared_ptr<TensorCell> cell_;
  Tensor nowhere_;
};

// A Var is what our own kernels call a variable.
template <>
inline ResourceType ResourceType::Of<Var>() {
  ResourceType type = VariableType();
  type.makers.of_cell = opgraft_internal::MakerOfCell<Var>::Make;
  return type;
}

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_RESOURCE_VAR_H_
