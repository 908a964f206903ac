// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// StringLower, StringUpper, StringStrip, StringLength.
#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/strings/next_char.h"
#include "kernels/strings/text_map.h"
#include "kernels/strings/unicode_case.h"

namespace opgraft_internal {
namespace {

// About the time of a short text.
constexpr double kBytesNs = 50;
constexpr double kUnicodeNs = 300;

// Letters of ASCII, or with encoding "utf-8" of Unicode, in another case.
template <void (*MapAscii)(std::string*), std::string (*MapUtf8)(absl::string_view)>
class CaseOp : public OpKernel {
 public:
  explicit CaseOp(OpKernelConstruction* context) : OpKernel(context) {
    std::string encoding;
    OP_REQUIRES_OK(context, context->GetAttr("encoding", &encoding));
    OP_REQUIRES(context, encoding.empty() || encoding == "utf-8",
                absl::InvalidArgumentError(absl::StrCat(
                    "only utf-8 or '' (no encoding) is supported, received ", encoding)));
    is_utf8_ = !encoding.empty();
  }

  void Compute(OpKernelContext* context) override {
    MapTexts<tstring>(context, is_utf8_ ? kUnicodeNs : kBytesNs,
                      [this](const tstring& text, tstring* mapped) {
                        if (is_utf8_) {
                          *mapped = MapUtf8(text);
                        } else {
                          *mapped = text;
                          MapAscii(mapped);
                        }
                        return absl::OkStatus();
                      });
  }

 private:
  bool is_utf8_ = false;
};

class StringStripOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    MapTexts<tstring>(context, kBytesNs, [](const tstring& text, tstring* stripped) {
      const absl::string_view rest = absl::StripAsciiWhitespace(text);
      stripped->assign(rest.data(), rest.size());
      return absl::OkStatus();
    });
  }
};

class StringLengthOp : public OpKernel {
 public:
  explicit StringLengthOp(OpKernelConstruction* context) : OpKernel(context) {
    std::string unit;
    OP_REQUIRES_OK(context, context->GetAttr("unit", &unit));
    in_chars_ = unit == "UTF8_CHAR";
  }

  void Compute(OpKernelContext* context) override {
    MapTexts<int32_t>(context, in_chars_ ? kBytesNs : 1, [this](const tstring& text, int32_t* n) {
      const auto trail = in_chars_ ? std::count_if(text.begin(), text.end(), IsTrailByte) : 0;
      *n = static_cast<int32_t>(static_cast<int64_t>(text.size()) - trail);
      return absl::OkStatus();
    });
  }

 private:
  bool in_chars_ = false;
};

using StringLowerOp = CaseOp<absl::AsciiStrToLower, LowerUtf8>;
using StringUpperOp = CaseOp<absl::AsciiStrToUpper, UpperUtf8>;
REGISTER_KERNEL_BUILDER(Name("StringLower").Device(DEVICE_CPU), StringLowerOp);
REGISTER_KERNEL_BUILDER(Name("StringUpper").Device(DEVICE_CPU), StringUpperOp);
REGISTER_KERNEL_BUILDER(Name("StringStrip").Device(DEVICE_CPU), StringStripOp);
REGISTER_KERNEL_BUILDER(Name("StringLength").Device(DEVICE_CPU), StringLengthOp);

}  // namespace
}  // namespace opgraft_internal
