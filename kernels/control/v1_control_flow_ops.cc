// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What is left to run of TensorFlow 1's control flow once the rest was turned into If and While
// nodes.
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace {

class AbortOp : public OpKernel {
 public:
  explicit AbortOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("error_msg", &message_));
  }
  void Compute(OpKernelContext* ctx) override {
    ctx->SetStatus(absl::AbortedError(message_.empty() ? "Abort was reached" : message_));
  }

 private:
  std::string message_;
};

// What has a form of If and While is gone when kernels are made: this is of a function that has
// none.
class InFunctionOp : public OpKernel {
 public:
  explicit InFunctionOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    ctx->CtxFailure(
        absl::UnimplementedError("control flow of TensorFlow 1 in the body of a function cannot "
                                 "run unless tf.cond or tf.while_loop can have made it; write the "
                                 "function with If and While (tf.function does)"));
  }
  void Compute(OpKernelContext*) override {}
};

class SwitchConditionOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    const Tensor& condition = ctx->input(0);
    OP_REQUIRES(ctx, TensorShapeUtils::IsScalar(condition.shape()),
                absl::InvalidArgumentError(
                    absl::StrCat("The second input must be a scalar, but it has shape ",
                                 condition.shape().DebugString())));
    OP_REQUIRES_OK(ctx, ctx->set_output_alias(0, 0, condition.shape()));
  }
};

class LiveTensorOp : public OpKernel {
 public:
  explicit LiveTensorOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("position", &position_));
  }
  void Compute(OpKernelContext* ctx) override {
    const Tensor& is_alive = ctx->input(1);
    OP_REQUIRES(ctx, is_alive.NumElements() == 1 && is_alive.flat<bool>()(0),
                absl::InvalidArgumentError(absl::StrCat("Retval[", position_,
                                                        "] does not have value: the branch that "
                                                        "gives it was not taken")));
    OP_REQUIRES_OK(ctx, ctx->set_output_alias(0, 0, ctx->input(0).shape()));
  }

 private:
  int64_t position_ = 0;
};

// A ControlTrigger; there is nothing to run.
class ControlTriggerOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext*) override {}
};

REGISTER_KERNEL_BUILDER(Name("ControlTrigger").Device(DEVICE_CPU), ControlTriggerOp);
REGISTER_KERNEL_BUILDER(Name("Abort").Device(DEVICE_CPU), AbortOp);
REGISTER_KERNEL_BUILDER(Name("_SwitchCondition").Device(DEVICE_CPU).Aliases(0, 0),
                        SwitchConditionOp);
REGISTER_KERNEL_BUILDER(Name("_LiveTensor").Device(DEVICE_CPU).Aliases(0, 0), LiveTensorOp);

#define REGISTER(NAME) REGISTER_KERNEL_BUILDER(Name(NAME).Device(DEVICE_CPU), InFunctionOp)
REGISTER("Switch");
REGISTER("RefSwitch");
REGISTER("_SwitchN");
REGISTER("Merge");
REGISTER("RefMerge");
REGISTER("Enter");
REGISTER("RefEnter");
REGISTER("Exit");
REGISTER("RefExit");
REGISTER("NextIteration");
REGISTER("RefNextIteration");
REGISTER("LoopCond");
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
