// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Stack, StackPush, StackPop, StackClose and their second versions: what a loop of TensorFlow 1
// keeps for its gradient.
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "framework/types/status_macros.h"
#include "kernels/list/run_resource.h"
#include "kernels/list/tensor_list.h"

namespace opgraft_internal {
namespace {

// Tensors of one type; the last that was pushed is popped first. Thread-safe.
class Stack : public RunResource<Stack> {
 public:
  Stack() = default;
  // A negative `max_size`: any.
  Stack(std::string name, DataType dtype, int64_t max_size)
      : name_(std::move(name)), dtype_(dtype), max_size_(max_size) {}

  // INVALID_ARGUMENT unless the tensors are of this type.
  absl::Status CheckType(DataType dtype) const {
    if (dtype == dtype_) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("Must have type ", DataTypeString(dtype_),
                                                   " but got ", DataTypeString(dtype)));
  }
  // INVALID_ARGUMENT once it is closed, and if it is full.
  absl::Status Push(const Tensor& tensor) {
    const absl::MutexLock lock(&mu_);
    OPGRAFT_RETURN_IF_ERROR(CheckOpen());
    if (max_size_ >= 0 && static_cast<int64_t>(tensors_.size()) >= max_size_)
      return Error(absl::StrCat("overflowed its max_size (", max_size_, ")"));
    tensors_.push_back(tensor);
    return absl::OkStatus();
  }
  // INVALID_ARGUMENT once it is closed, and if it is empty.
  absl::Status Pop(Tensor* tensor) {
    const absl::MutexLock lock(&mu_);
    OPGRAFT_RETURN_IF_ERROR(CheckOpen());
    if (tensors_.empty()) return Error("is empty when calling Pop()");
    *tensor = std::move(tensors_.back());
    tensors_.pop_back();
    return absl::OkStatus();
  }
  void Close() {
    const absl::MutexLock lock(&mu_);
    tensors_.clear();
    is_closed_ = true;
  }

  std::string DebugString() const override { return absl::StrCat("Stack[", name_, "]"); }
  int64_t MemoryUsed() const override {
    const absl::MutexLock lock(&mu_);
    int64_t bytes = 0;
    for (const Tensor& tensor : tensors_) bytes += static_cast<int64_t>(tensor.TotalBytes());
    return bytes;
  }

 private:
  absl::Status CheckOpen() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) {
    return is_closed_ ? Error("has already been closed") : absl::OkStatus();
  }
  absl::Status Error(absl::string_view what) const {
    return absl::InvalidArgumentError(absl::StrCat(DebugString(), " ", what, "."));
  }

  const std::string name_;
  const DataType dtype_ = DT_INVALID;
  const int64_t max_size_ = -1;
  mutable absl::Mutex mu_;
  std::vector<Tensor> tensors_ ABSL_GUARDED_BY(mu_);
  bool is_closed_ ABSL_GUARDED_BY(mu_) = false;
};

class StackOp : public OpKernel {
 public:
  explicit StackOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("elem_type", &dtype_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("stack_name", &stack_name_));
    if (stack_name_.empty()) stack_name_ = name();
  }

  void Compute(OpKernelContext* ctx) override {
    int64_t max_size = -1;
    if (num_inputs() > 0) OP_REQUIRES_OK(ctx, GetScalar(ctx, 0, "Stack size", &max_size));
    OP_REQUIRES_OK(ctx, CreateRunResource(ctx, name(), new Stack(stack_name_, dtype_, max_size)));
  }

 private:
  DataType dtype_ = DT_INVALID;
  std::string stack_name_;
};

class StackPushOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    core::RefCountPtr<Stack> stack;
    OP_REQUIRES_OK(ctx, FindRunResource(ctx, &stack));
    const Tensor& tensor = ctx->input(1);
    OP_REQUIRES_OK(ctx, stack->CheckType(tensor.dtype()));
    Tensor kept;
    OP_REQUIRES_OK(ctx, Keep(ctx, tensor, &kept));
    OP_REQUIRES_OK(ctx, stack->Push(kept));
    ctx->set_output(0, tensor);
  }
};

class StackPopOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    core::RefCountPtr<Stack> stack;
    OP_REQUIRES_OK(ctx, FindRunResource(ctx, &stack));
    OP_REQUIRES_OK(ctx, stack->CheckType(output_type(0)));
    Tensor tensor;
    OP_REQUIRES_OK(ctx, stack->Pop(&tensor));
    ctx->set_output(0, std::move(tensor));
  }
};

class StackCloseOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    core::RefCountPtr<Stack> stack;
    OP_REQUIRES_OK(ctx, FindRunResource(ctx, &stack));
    stack->Close();
  }
};

#define REGISTER(op, Kernel)                                    \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU), Kernel); \
  REGISTER_KERNEL_BUILDER(Name(op "V2").Device(DEVICE_CPU), Kernel)
REGISTER("Stack", StackOp);
REGISTER("StackPush", StackPushOp);
REGISTER("StackPop", StackPopOp);
REGISTER("StackClose", StackCloseOp);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
