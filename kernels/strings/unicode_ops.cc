// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// UnicodeDecode, UnicodeDecodeWithOffsets, UnicodeEncode, UnicodeTranscode, UnicodeScript.
#include <cstdint>
#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/strings/text_encoding.h"
#include "kernels/strings/text_map.h"
#include "kernels/strings/unicode_case.h"

namespace opgraft_internal {
namespace {

constexpr double kTextNs = 300;

// How invalid sequences are handled.
struct ErrorRules {
  bool is_strict = false;
  bool leaves_out = false;
  uint32_t replacement = kReplacementChar;

  absl::Status Read(OpKernelConstruction* context) {
    std::string errors;
    OPGRAFT_RETURN_IF_ERROR(context->GetAttr("errors", &errors));
    is_strict = errors == "strict";
    leaves_out = errors == "ignore";
    int64_t code = 0;
    OPGRAFT_RETURN_IF_ERROR(context->GetAttr("replacement_char", &code));
    if (code < 0 || code > int64_t{kLastChar})
      return absl::InvalidArgumentError("replacement_char out of unicode codepoint range");
    replacement = static_cast<uint32_t>(code);
    return absl::OkStatus();
  }
};

// Reads texts of an encoding by rules.
struct TextRules {
  TextEncoding encoding = TextEncoding::kUtf8;
  ErrorRules errors;
  bool replaces_controls = false;
  bool controls_are_errors = false;  // where errors are strict

  absl::Status Read(OpKernelConstruction* context) {
    std::string name;
    OPGRAFT_RETURN_IF_ERROR(context->GetAttr("input_encoding", &name));
    OPGRAFT_RETURN_IF_ERROR(errors.Read(context));
    OPGRAFT_RETURN_IF_ERROR(context->GetAttr("replace_control_characters", &replaces_controls));
    OPGRAFT_ASSIGN_OR_RETURN(encoding, TextEncodingOf(name));
    return absl::OkStatus();
  }

  // Calls visit(code, first byte) for each character.
  template <typename Visit>
  absl::Status ForEachChar(absl::string_view text, const Visit& visit) const {
    CharReader reader(encoding, text);
    NextChar next;
    for (size_t at = 0; reader.Next(&next); at += next.length) {
      const bool is_control = replaces_controls && next.code <= 0x1f;
      if (errors.is_strict && (next.is_broken || (is_control && controls_are_errors)))
        return absl::InvalidArgumentError("Invalid formatting on input string");
      if (!next.is_broken && !is_control) {
        visit(next.code, at);
      } else if (!errors.leaves_out) {
        visit(errors.replacement, at);
      }
    }
    return absl::OkStatus();
  }
};

template <typename Split>
class UnicodeDecodeOp : public OpKernel {
 public:
  explicit UnicodeDecodeOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, rules_.Read(context));
  }

  // Texts are read twice: to count the characters, then to put them where they belong.
  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    const auto* const texts = static_cast<const tstring*>(input.data());
    const int64_t num_texts = input.NumElements();
    Tensor* row_splits = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({num_texts + 1}), &row_splits));
    auto* const splits = static_cast<Split*>(row_splits->data());
    splits[0] = 0;
    OP_REQUIRES_OK(
        context, ShardTexts(context, num_texts, kTextNs, [&](int64_t i) {
          int64_t count = 0;
          OPGRAFT_RETURN_IF_ERROR(rules_.ForEachChar(texts[i], [&](uint32_t, size_t) { ++count; }));
          splits[i + 1] = static_cast<Split>(count);
          return absl::OkStatus();
        }));
    OP_REQUIRES_OK(context, SumUp(splits, num_texts));
    Tensor* chars = nullptr;
    Tensor* starts = nullptr;
    const TensorShape shape({static_cast<int64_t>(splits[num_texts])});
    OP_REQUIRES_OK(context, context->allocate_output(1, shape, &chars));
    if (context->num_outputs() > 2)
      OP_REQUIRES_OK(context, context->allocate_output(2, shape, &starts));
    OP_REQUIRES_OK(context, ShardTexts(context, num_texts, kTextNs, [&](int64_t i) {
                     return Put(texts[i], splits[i], chars, starts);
                   }));
  }

 private:
  static absl::Status SumUp(Split* splits, int64_t num_texts) {
    for (int64_t i = 1; i <= num_texts; ++i) {
      if (__builtin_add_overflow(splits[i - 1], splits[i], &splits[i])) {
        return absl::InvalidArgumentError(
            absl::StrCat("there are more characters than row_splits of ",
                         DataTypeString(DataTypeToEnum<Split>::value), " can count"));
      }
    }
    return absl::OkStatus();
  }

  absl::Status Put(absl::string_view text, Split begin, Tensor* chars, Tensor* starts) const {
    auto* code_out = static_cast<int32_t*>(chars->data()) + begin;
    auto* start_out = starts == nullptr ? nullptr : static_cast<int64_t*>(starts->data()) + begin;
    return rules_.ForEachChar(text, [&](uint32_t code, size_t at) {
      *code_out++ = static_cast<int32_t>(code);
      if (start_out != nullptr) *start_out++ = static_cast<int64_t>(at);
    });
  }

  TextRules rules_;
};

class UnicodeTranscodeOp : public OpKernel {
 public:
  explicit UnicodeTranscodeOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, rules_.Read(context));
    rules_.controls_are_errors = true;
    std::string name;
    OP_REQUIRES_OK(context, context->GetAttr("output_encoding", &name));
    OP_REQUIRES_VALUE(output_encoding_, context, TextEncodingOf(name));
  }

  void Compute(OpKernelContext* context) override {
    MapTexts<tstring>(context, kTextNs, [this](const tstring& text, tstring* written) {
      written->clear();
      return rules_.ForEachChar(
          text, [&](uint32_t code, size_t) { AppendChar(output_encoding_, code, written); });
    });
  }

 private:
  TextRules rules_;
  TextEncoding output_encoding_ = TextEncoding::kUtf8;
};

template <typename Split>
class UnicodeEncodeOp : public OpKernel {
 public:
  explicit UnicodeEncodeOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, errors_.Read(context));
    std::string name;
    OP_REQUIRES_OK(context, context->GetAttr("output_encoding", &name));
    OP_REQUIRES_VALUE(encoding_, context, TextEncodingOf(name));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& values = context->input(0);
    const Tensor& row_splits = context->input(1);
    const auto* const codes = static_cast<const int32_t*>(values.data());
    const auto* const splits = static_cast<const Split*>(row_splits.data());
    OP_REQUIRES_OK(context, CheckSplits(values, row_splits));
    const int64_t num_texts = row_splits.NumElements() - 1;
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({num_texts}), &output));
    auto* const texts = static_cast<tstring*>(output->data());
    OP_REQUIRES_OK(context, ShardTexts(context, num_texts, kTextNs, [&](int64_t i) {
                     return Write(
                         {codes + splits[i], static_cast<size_t>(splits[i + 1] - splits[i])},
                         &texts[i]);
                   }));
  }

 private:
  static absl::Status CheckSplits(const Tensor& values, const Tensor& row_splits) {
    if (row_splits.NumElements() == 0) {
      return absl::InvalidArgumentError(
          "Input_splits should contain elements, but given input_values has 0 elements");
    }
    if (values.dims() != 1 || row_splits.dims() != 1) {
      return absl::InvalidArgumentError(
          "Both the input_tensor and input_splits should be of rank 1. ");
    }
    const absl::Span<const Split> splits(static_cast<const Split*>(row_splits.data()),
                                         static_cast<size_t>(row_splits.NumElements()));
    if (splits[0] != 0)
      return absl::InvalidArgumentError("First value in input_splits must be zero.");
    if (splits.back() != values.NumElements()) {
      return absl::InvalidArgumentError(
          "Last value in input_splits must be equal to length of input_tensor.");
    }
    for (size_t i = 1; i < splits.size(); ++i) {
      if (splits[i] < splits[i - 1])
        return absl::InvalidArgumentError("Values in input_splits must be increasing.");
    }
    return absl::OkStatus();
  }

  absl::Status Write(absl::Span<const int32_t> codes, tstring* text) const {
    text->clear();
    for (const int32_t value : codes) {
      const auto code = static_cast<uint32_t>(value);
      if (code <= kLastChar && (code < 0xd800 || code >= 0xe000)) {
        AppendChar(encoding_, code, text);
      } else if (errors_.is_strict) {
        return absl::InvalidArgumentError(
            "Code point is out of range for Unicode, or is a surrogate.");
      } else if (!errors_.leaves_out) {
        AppendChar(encoding_, errors_.replacement, text);
      }
    }
    return absl::OkStatus();
  }

  ErrorRules errors_;
  TextEncoding encoding_ = TextEncoding::kUtf8;
};

class UnicodeScriptOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, input.shape(), &output));
    const auto* const codes = static_cast<const int32_t*>(input.data());
    auto* const scripts = static_cast<int32_t*>(output->data());
    ShardElements(context, input.NumElements(), 30, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) scripts[i] = ScriptOf(codes[i]);
    });
  }
};

#define REGISTER_UNICODE(T)                                                                      \
  REGISTER_KERNEL_BUILDER(Name("UnicodeDecode").Device(DEVICE_CPU).TypeConstraint<T>("Tsplits"), \
                          UnicodeDecodeOp<T>);                                                   \
  REGISTER_KERNEL_BUILDER(                                                                       \
      Name("UnicodeDecodeWithOffsets").Device(DEVICE_CPU).TypeConstraint<T>("Tsplits"),          \
      UnicodeDecodeOp<T>);                                                                       \
  REGISTER_KERNEL_BUILDER(Name("UnicodeEncode").Device(DEVICE_CPU).TypeConstraint<T>("Tsplits"), \
                          UnicodeEncodeOp<T>)
TF_CALL_int32(REGISTER_UNICODE);
TF_CALL_int64(REGISTER_UNICODE);
#undef REGISTER_UNICODE
REGISTER_KERNEL_BUILDER(Name("UnicodeScript").Device(DEVICE_CPU), UnicodeScriptOp);
REGISTER_KERNEL_BUILDER(Name("UnicodeTranscode").Device(DEVICE_CPU), UnicodeTranscodeOp);

}  // namespace
}  // namespace opgraft_internal
