// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's ScaledDotProductAttention.
#include "kernels/openvino/attention/attention_kernel.h"

namespace opgraft_internal {
namespace {

class ScaledDotProductAttentionOp : public AttentionKernel {
 public:
  explicit ScaledDotProductAttentionOp(OpKernelConstruction* context)
      : AttentionKernel(context, /*rest=*/3) {}

  void Compute(OpKernelContext* context) override {
    const auto data = [&](int i) { return static_cast<const char*>(context->input(i).data()); };
    AttentionCall call;
    AttentionShapes shapes;
    shapes.query = &context->input(0).shape();
    shapes.key = &context->input(1).shape();
    shapes.value = &context->input(2).shape();
    call.query = data(0);
    call.key = data(1);
    call.value = data(2);
    ReadRest(context, &shapes, &call);
    OP_REQUIRES_OK(context, Attend(context, shapes, /*joins_heads=*/false, &call));
  }
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>ScaledDotProductAttention").Device(DEVICE_CPU),
                        ScaledDotProductAttentionOp);

}  // namespace
}  // namespace opgraft_internal
