// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace {

// Values may be of any number and length; a message shows their beginning.
constexpr size_t kMaxValueBytes = 10'000;

// Fails with the values of its data inputs when its condition does not hold.
class AssertOp : public OpKernel {
 public:
  explicit AssertOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("summarize", &summarize_));
    // Elements beyond these would not be shown.
    const auto most = static_cast<int64_t>(kMaxValueBytes);
    summarize_ = summarize_ < 0 ? most : std::min(summarize_, most);
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& condition = ctx->input(0);
    OP_REQUIRES(ctx, TensorShapeUtils::IsScalar(condition.shape()),
                absl::InvalidArgumentError(
                    absl::StrCat("In[0] should be a scalar: ", condition.shape().DebugString())));
    if (condition.scalar<bool>()()) return;
    ctx->SetStatus(absl::InvalidArgumentError(absl::StrCat("assertion failed:", ValuesOf(ctx))));
  }

 private:
  std::string ValuesOf(OpKernelContext* ctx) const {
    std::string values;
    for (int i = 1; i < ctx->num_inputs(); ++i) {
      if (values.size() >= kMaxValueBytes) {
        absl::StrAppend(&values, " (", ctx->num_inputs() - i, " more)");
        break;
      }
      const size_t room = kMaxValueBytes - values.size();
      const std::string value = ctx->input(i).SummarizeValue(summarize_);
      absl::StrAppend(&values, " [", absl::string_view(value).substr(0, room),
                      value.size() > room ? "...]" : "]");
    }
    return values;
  }

  int64_t summarize_ = 0;
};

REGISTER_KERNEL_BUILDER(Name("Assert").Device(DEVICE_CPU), AssertOp);

}  // namespace
}  // namespace opgraft_internal
