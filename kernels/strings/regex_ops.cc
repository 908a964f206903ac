// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/strings/regex.h"
#include "kernels/strings/text_map.h"

namespace opgraft_internal {
namespace {

// About the time that a short text takes.
constexpr double kMatchNs = 100;
constexpr double kReplaceNs = 300;

// The text of input `i`, which must be a scalar; `what` names it.
absl::Status ScalarText(OpKernelContext* context, int i, absl::string_view what,
                        absl::string_view* text) {
  const Tensor& input = context->input(i);
  if (input.dims() != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat(what, " must be scalar, but received ", input.shape().DebugString()));
  }
  *text = *static_cast<const tstring*>(input.data());
  return absl::OkStatus();
}

void MatchTexts(OpKernelContext* context, const RE2& regex) {
  MapTexts<bool>(context, kMatchNs, [&](const tstring& text, bool* matches) {
    *matches = RE2::FullMatch(text, regex);
    return absl::OkStatus();
  });
}

void ReplaceTexts(OpKernelContext* context, const RegexReplacer& replacer, bool all) {
  SharedTextBudget budget;
  MapTexts<tstring>(context, kReplaceNs, [&](const tstring& text, tstring* replaced) {
    return replacer.Replace(
        text, all, [&](int64_t bytes) { return budget.Take(bytes); }, replaced);
  });
}

class RegexFullMatchOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    absl::string_view pattern;
    OP_REQUIRES_OK(context, ScalarText(context, 1, "Pattern", &pattern));
    OP_REQUIRES_VALUE(const std::shared_ptr<const RE2> regex, context, cache_.Compile(pattern));
    MatchTexts(context, *regex);
  }

 private:
  RegexCache cache_;
};

class StaticRegexFullMatchOp : public OpKernel {
 public:
  explicit StaticRegexFullMatchOp(OpKernelConstruction* context) : OpKernel(context) {
    std::string pattern;
    OP_REQUIRES_OK(context, context->GetAttr("pattern", &pattern));
    OP_REQUIRES_VALUE(regex_, context, CompileRegex(pattern));
  }

  void Compute(OpKernelContext* context) override { MatchTexts(context, *regex_); }

 private:
  std::shared_ptr<const RE2> regex_;
};

class RegexReplaceOp : public OpKernel {
 public:
  explicit RegexReplaceOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("replace_global", &all_));
  }

  void Compute(OpKernelContext* context) override {
    absl::string_view pattern;
    OP_REQUIRES_OK(context, ScalarText(context, 1, "Pattern", &pattern));
    absl::string_view rewrite;
    OP_REQUIRES_OK(context, ScalarText(context, 2, "Rewrite", &rewrite));
    OP_REQUIRES_VALUE(std::shared_ptr<const RE2> regex, context, cache_.Compile(pattern));
    ReplaceTexts(context, RegexReplacer(std::move(regex), rewrite), all_);
  }

 private:
  RegexCache cache_;
  bool all_ = true;
};

class StaticRegexReplaceOp : public OpKernel {
 public:
  explicit StaticRegexReplaceOp(OpKernelConstruction* context) : OpKernel(context) {
    std::string pattern;
    OP_REQUIRES_OK(context, context->GetAttr("pattern", &pattern));
    std::string rewrite;
    OP_REQUIRES_OK(context, context->GetAttr("rewrite", &rewrite));
    OP_REQUIRES_OK(context, context->GetAttr("replace_global", &all_));
    OP_REQUIRES_VALUE(std::shared_ptr<const RE2> regex, context, CompileRegex(pattern));
    replacer_ = std::make_unique<const RegexReplacer>(std::move(regex), rewrite);
  }

  void Compute(OpKernelContext* context) override { ReplaceTexts(context, *replacer_, all_); }

 private:
  std::unique_ptr<const RegexReplacer> replacer_;
  bool all_ = true;
};

REGISTER_KERNEL_BUILDER(Name("RegexFullMatch").Device(DEVICE_CPU), RegexFullMatchOp);
REGISTER_KERNEL_BUILDER(Name("StaticRegexFullMatch").Device(DEVICE_CPU), StaticRegexFullMatchOp);
REGISTER_KERNEL_BUILDER(Name("RegexReplace").Device(DEVICE_CPU), RegexReplaceOp);
REGISTER_KERNEL_BUILDER(Name("StaticRegexReplace").Device(DEVICE_CPU), StaticRegexReplaceOp);

}  // namespace
}  // namespace opgraft_internal
