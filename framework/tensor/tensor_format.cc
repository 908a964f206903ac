// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// How tensors are printed: as TensorFlow prints them.

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>

#include "absl/strings/charconv.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "framework/tensor/resource_handle.h"
#include "framework/tensor/tensor.h"
#include "framework/tensor/variant.h"
#include "framework/types/visit_type.h"

namespace opgraft {
namespace {

// As few digits as the type surely keeps, or as many as tell the value from all others.
template <typename T>
std::string ExactText(T value) {
  if (std::isnan(value)) return "nan";
  const bool is_double = std::is_same<T, double>::value;
  const std::string text = absl::StrFormat("%.*g", is_double ? 15 : 6, value);
  double read = 0;
  absl::from_chars(text.data(), text.data() + text.size(), read);
  if (static_cast<T>(read) == value || std::isinf(value)) return text;
  return absl::StrFormat("%.*g", is_double ? 17 : 9, value);
}

// An element; with `exact` all that there is of a floating-point number, and UTF-8 as it is.
std::string Text(const tstring& value, bool exact) {
  return exact ? absl::Utf8SafeCEscape(value) : absl::CEscape(value);
}
std::string Text(const ResourceHandle& value, bool) { return value.SummarizeValue(); }
std::string Text(const Variant& value, bool) { return value.SummarizeValue(); }
template <typename T>
std::string Text(const std::complex<T>& value, bool) {
  return absl::StrCat("(", value.real(), ",", value.imag(), ")");
}
template <typename Storage>
std::string Text(Quantized<Storage> value, bool) {
  return absl::StrCat(value.value);
}
template <int kBits, bool kSigned>
std::string Text(SmallInt<kBits, kSigned> value, bool) {
  return absl::StrCat(static_cast<int>(value));
}
template <typename T>
std::string Text(const T& value, bool exact) {
  if constexpr (std::is_integral<T>::value) {
    return absl::StrCat(value);
  } else {
    using Float = std::conditional_t<std::is_same<T, double>::value, double, float>;
    const auto number = static_cast<Float>(value);
    return exact ? ExactText(number) : absl::StrCat(number);
  }
}

// Prints the elements of one tensor.
class Printer {
 public:
  Printer(const Tensor& tensor, bool nested) : tensor_(tensor), nested_(nested) {}

  // At most `limit` elements, row by row, each row but the outermost in brackets.
  std::string PrintRows(int64_t limit) {
    limit_ = std::min(limit, tensor_.NumElements());
    if (tensor_.dims() == 0) {
      if (limit_ > 0) PrintElement(0);
    } else {
      PrintRow(0);
    }
    if (limit < tensor_.NumElements() && !absl::EndsWith(text_, "...")) text_ += "...";
    return text_;
  }

  // The first and the last `ends` of each dimension, all rows in brackets.
  std::string PrintNested(int64_t ends) {
    PrintDim(0, 0, tensor_.NumElements(), ends);
    return text_;
  }

 private:
  void PrintElement(int64_t index) {
    VisitType(tensor_.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      const std::string element = Text(static_cast<const T*>(tensor_.data())[index], nested_);
      const bool quoted = nested_ && std::is_same<T, tstring>::value;
      absl::StrAppend(&text_, quoted ? "\"" : "", element, quoted ? "\"" : "");
    });
  }

  void PrintRow(int d) {
    for (int64_t i = 0; i < tensor_.dim_size(d) && next_ < limit_; ++i) {
      if (d + 1 == tensor_.dims()) {
        if (i > 0) text_ += ' ';
        PrintElement(next_++);
        if (next_ == limit_ && i + 1 < tensor_.dim_size(d)) text_ += "...";
      } else {
        text_ += '[';
        PrintRow(d + 1);
        text_ += ']';
      }
    }
  }

  // `elements` of them from `first` on are those of dimension `d` and all behind it.
  void PrintDim(int d, int64_t first, int64_t elements, int64_t ends) {
    if (d == tensor_.dims()) return PrintElement(first);
    const int64_t size = tensor_.dim_size(d);
    const int64_t step = elements / size;
    text_ += '[';
    for (int64_t i = 0; i < size; ++i) {
      if (i > 0 || ends == 0) PrintSpace(d);
      if (i == ends && size - ends > ends) {
        text_ += "...";
        i = size - ends - 1;
        continue;
      }
      PrintDim(d + 1, first + i * step, step, ends);
    }
    text_ += ']';
  }

  void PrintSpace(int d) {
    const int inner = tensor_.dims() - d - 1;
    text_.append(inner == 0 ? 0 : static_cast<size_t>(inner), '\n');
    text_.append(inner == 0 ? 1 : static_cast<size_t>(d) + 1, ' ');
  }

  const Tensor& tensor_;
  const bool nested_;
  std::string text_;
  int64_t next_ = 0;
  int64_t limit_ = 0;
};

}  // namespace

std::string Tensor::SummarizeValue(int64_t max_entries, bool print_v2) const {
  if (NumElements() == 0) return print_v2 ? "[]" : "";
  if (data_ == nullptr) {
    return absl::StrCat("uninitialized Tensor of ", NumElements(), " elements of type ",
                        DataTypeString(dtype_));
  }
  const int64_t limit = max_entries < 0 ? NumElements() : max_entries;
  Printer printer(*this, print_v2);
  return print_v2 ? printer.PrintNested(limit) : printer.PrintRows(limit);
}

std::string Tensor::DebugString(int num_values) const {
  return absl::StrCat("Tensor<type: ", DataTypeString(dtype_), " shape: ", shape_.DebugString(),
                      " values: ", SummarizeValue(num_values), ">");
}

std::ostream& operator<<(std::ostream& out, const Tensor& tensor) {
  return out << tensor.DebugString();
}

}  // namespace opgraft
