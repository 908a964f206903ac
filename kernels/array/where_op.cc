// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Where: the places of the elements that are not zero.
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/array/non_zero.h"

namespace opgraft_internal {
namespace {

// Counts the places in each block, and then writes those of each block behind those before it, so
// that threads can share both.
class WhereOp : public OpKernel {
 public:
  explicit WhereOp(OpKernelConstruction* ctx) : OpKernel(ctx), finder_(input_type(0)) {}

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    OP_REQUIRES(ctx, input.dims() > 0,
                absl::InvalidArgumentError("WhereOp : Unhandled input dimensions: 0"));
    Tensor ends;
    int64_t count = 0;
    OP_REQUIRES_OK(ctx, finder_.Count(ctx, input, &ends, &count));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({count, input.dims()}), &output));
    finder_.Write(ctx, input, ends, input.dims(), 1, static_cast<int64_t*>(output->data()));
  }

 private:
  const NonZeroFinder finder_;
};

#define REGISTER_WHERE(T) \
  REGISTER_KERNEL_BUILDER(Name("Where").Device(DEVICE_CPU).TypeConstraint<T>("T"), WhereOp);
TF_CALL_POD_TYPES(REGISTER_WHERE);
#undef REGISTER_WHERE

}  // namespace
}  // namespace opgraft_internal
