// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/text_budget.h"

namespace opgraft_internal {
namespace {

class StringFormatOp : public OpKernel {
 public:
  explicit StringFormatOp(OpKernelConstruction* context) : OpKernel(context) {
    std::string text;
    OP_REQUIRES_OK(context, context->GetAttr("template", &text));
    std::string placeholder;
    OP_REQUIRES_OK(context, context->GetAttr("placeholder", &placeholder));
    OP_REQUIRES_OK(context, context->GetAttr("summarize", &summarize_));
    pieces_ = absl::StrSplit(text, placeholder);
    // The shape function has said so already; a kernel may be made without it.
    OP_REQUIRES(context, pieces_.size() == static_cast<size_t>(context->num_inputs()) + 1,
                absl::InvalidArgumentError("the template needs a placeholder for each input"));
  }

  void Compute(OpKernelContext* context) override {
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape(), &output));
    TextBudget budget;
    std::string text = pieces_[0];
    for (int i = 0; i < context->num_inputs(); ++i) {
      const std::string value = context->input(i).SummarizeValue(summarize_, /*print_v2=*/true);
      budget.Add(static_cast<int64_t>(value.size()));
      OP_REQUIRES_OK(context, budget.Check());
      absl::StrAppend(&text, value, pieces_[static_cast<size_t>(i) + 1]);
    }
    *static_cast<tstring*>(output->data()) = std::move(text);
  }

 private:
  std::vector<std::string> pieces_;  // around the values
  int64_t summarize_ = 3;
};

REGISTER_KERNEL_BUILDER(Name("StringFormat").Device(DEVICE_CPU), StringFormatOp);

}  // namespace
}  // namespace opgraft_internal
