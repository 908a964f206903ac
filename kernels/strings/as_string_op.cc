// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// AsString: elements as printf writes them, whatever the locale.
#include <algorithm>
#include <complex>
#include <string>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "framework/kernel/op_kernel.h"
#include "framework/tensor/resource_handle.h"
#include "framework/tensor/variant.h"
#include "framework/types/visit_type.h"
#include "kernels/strings/text_map.h"

namespace opgraft_internal {
namespace {

constexpr double kFormatNs = 150;

bool IsFloating(DataType type) { return DataTypeIsFloating(type) || DataTypeIsComplex(type); }

// What the attrs say of the form of numbers and strings.
struct TextForm {
  std::string fill;
  int32_t width = -1;
  int32_t precision = -1;
  bool scientific = false;
  bool shortest = false;

  absl::Status Read(OpKernelConstruction* context);
  // INVALID_ARGUMENT unless this can be asked of elements of `type`.
  absl::Status Check(DataType type) const;
  // "%08.3f" for a number that printf knows by `letter`.
  std::string Spec(char letter) const;
  char FloatLetter() const {
    if (shortest) return 'g';
    return scientific ? 'e' : 'f';
  }
};

absl::Status TextForm::Read(OpKernelConstruction* context) {
  OPGRAFT_RETURN_IF_ERROR(context->GetAttr("fill", &fill));
  OPGRAFT_RETURN_IF_ERROR(context->GetAttr("width", &width));
  OPGRAFT_RETURN_IF_ERROR(context->GetAttr("precision", &precision));
  OPGRAFT_RETURN_IF_ERROR(context->GetAttr("scientific", &scientific));
  return context->GetAttr("shortest", &shortest);
}

absl::Status TextForm::Check(DataType type) const {
  const bool has_digits = IsFloating(type) || type == DT_STRING;
  if (!has_digits && (scientific || shortest)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "scientific and shortest format not supported for datatype ", DataTypeString(type)));
  }
  if (!has_digits && precision >= 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("precision not supported for datatype ", DataTypeString(type)));
  }
  if (fill.size() > 1)
    return absl::InvalidArgumentError("Fill string must be one or fewer characters");
  if (scientific && shortest)
    return absl::InvalidArgumentError("Cannot select both scientific and shortest notation");
  if (!fill.empty() && absl::string_view(" +-0#").find(fill[0]) == absl::string_view::npos) {
    return absl::InvalidArgumentError(absl::StrCat("Fill argument not supported: \"", fill, "\""));
  }
  return absl::OkStatus();
}

std::string TextForm::Spec(char letter) const {
  std::string spec = absl::StrCat("%", fill);
  if (width >= 0) absl::StrAppend(&spec, width);
  if (precision >= 0) absl::StrAppend(&spec, ".", precision);
  spec.push_back(letter);
  return spec;
}

template <typename T>
struct IsComplexNumber : std::false_type {};
template <typename T>
struct IsComplexNumber<std::complex<T>> : std::true_type {};

class AsStringOp : public OpKernel {
 public:
  explicit AsStringOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, form_.Read(context));
    DataType type = DT_INVALID;
    OP_REQUIRES_OK(context, context->GetAttr("T", &type));
    OP_REQUIRES_OK(context, form_.Check(type));
    char letter = DataTypeIsUnsigned(type) ? 'u' : 'd';
    if (IsFloating(type)) letter = form_.FloatLetter();
    spec_ = form_.Spec(letter);
    VisitType(type, [this](auto tag) {
      write_ = &AsStringOp::WriteElement<typename decltype(tag)::Type>;
    });
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, input.shape(), &output));
    auto* const texts = static_cast<tstring*>(output->data());
    SharedTextBudget budget;
    OP_REQUIRES_OK(
        context, ShardTexts(context, input.NumElements(), kFormatNs, [&](int64_t i) {
          // At least so many characters; the others are few.
          OPGRAFT_RETURN_IF_ERROR(budget.Take(std::max({form_.width, form_.precision, 0})));
          return (this->*write_)(input.data(), i, &texts[i]);
        }));
  }

 private:
  // Element `i` of values of type T.
  template <typename T>
  absl::Status WriteElement(const void* values, int64_t i, tstring* text) const {
    return Write(static_cast<const T*>(values)[i], text);
  }

  absl::Status Write(const tstring& value, tstring* text) const {
    const size_t width = form_.width < 0 ? 0 : static_cast<size_t>(form_.width);
    const std::string space(width > value.size() ? width - value.size() : 0, ' ');
    *text = form_.fill == "-" ? absl::StrCat(value, space) : absl::StrCat(space, value);
    return absl::OkStatus();
  }
  absl::Status Write(bool value, tstring* text) const {
    *text = value ? "true" : "false";
    return absl::OkStatus();
  }
  absl::Status Write(const Variant& value, tstring* text) const {
    *text = value.DebugString();
    return absl::OkStatus();
  }
  absl::Status Write(const ResourceHandle& value, tstring* text) const {
    *text = value.DebugString();
    return absl::OkStatus();
  }
  template <typename T>
  absl::Status Write(const T& value, tstring* text) const {
    if constexpr (IsComplexNumber<T>::value) {
      tstring imaginary;
      OPGRAFT_RETURN_IF_ERROR(Format(static_cast<double>(value.real()), text));
      OPGRAFT_RETURN_IF_ERROR(Format(static_cast<double>(value.imag()), &imaginary));
      *text = absl::StrCat("(", *text, ",", imaginary, ")");
      return absl::OkStatus();
    } else if constexpr (std::is_integral<T>::value) {
      using Wide = std::conditional_t<std::is_signed<T>::value, int64_t, uint64_t>;
      return Format(static_cast<Wide>(value), text);
    } else {
      return Format(static_cast<double>(static_cast<float>(value)), text);
    }
  }
  absl::Status Write(double value, tstring* text) const { return Format(value, text); }

  template <typename Number>
  absl::Status Format(Number value, tstring* text) const {
    text->clear();
    if (absl::FormatUntyped(text, absl::UntypedFormatSpec(spec_), {absl::FormatArg(value)}))
      return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("numbers cannot be written as ", spec_));
  }

  TextForm form_;
  std::string spec_;
  absl::Status (AsStringOp::*write_)(const void*, int64_t, tstring*) const = nullptr;
};

REGISTER_KERNEL_BUILDER(Name("AsString").Device(DEVICE_CPU), AsStringOp);

}  // namespace
}  // namespace opgraft_internal
