// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that pass their inputs on.
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace {

class IdentityOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    OP_REQUIRES_OK(ctx, ctx->set_output_alias(0, 0, ctx->input(0).shape()));
  }
};

// Has as many inputs as the node says, so its aliases cannot be declared: outputs count.
class IdentityNOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    for (int i = 0; i < ctx->num_inputs(); ++i) ctx->set_output(i, ctx->input(i));
  }
};

#define REGISTER_IDENTITY(op) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).Aliases(0), IdentityOp)
REGISTER_IDENTITY("Identity");
REGISTER_IDENTITY("PlaceholderWithDefault");
REGISTER_IDENTITY("StopGradient");
REGISTER_IDENTITY("PreventGradient");
REGISTER_IDENTITY("Snapshot");
REGISTER_IDENTITY("GuaranteeConst");
#undef REGISTER_IDENTITY
REGISTER_KERNEL_BUILDER(Name("IdentityN").Device(DEVICE_CPU), IdentityNOp);

}  // namespace
}  // namespace opgraft_internal
