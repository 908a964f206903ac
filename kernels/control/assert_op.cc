// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace {

// A string may be as long as it likes; nobody reads more of a message.
constexpr size_t kMaxValueBytes = 10'000;

// Fails with the values of its data inputs when its condition does not hold.
class AssertOp : public OpKernel {
 public:
  explicit AssertOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("summarize", &summarize_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& condition = ctx->input(0);
    OP_REQUIRES(ctx, TensorShapeUtils::IsScalar(condition.shape()),
                absl::InvalidArgumentError(
                    absl::StrCat("In[0] should be a scalar: ", condition.shape().DebugString())));
    if (condition.scalar<bool>()()) return;
    std::string message = "assertion failed:";
    for (int i = 1; i < ctx->num_inputs(); ++i) {
      const std::string value = ctx->input(i).SummarizeValue(summarize_);
      absl::StrAppend(&message, " [", absl::string_view(value).substr(0, kMaxValueBytes),
                      value.size() > kMaxValueBytes ? "...]" : "]");
    }
    ctx->SetStatus(absl::InvalidArgumentError(message));
  }
  bool IsExpensive() override { return false; }

 private:
  int32_t summarize_ = 0;
};

REGISTER_KERNEL_BUILDER(Name("Assert").Device(DEVICE_CPU), AssertOp);

}  // namespace
}  // namespace opgraft_internal
