// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// StringSplit and StringSplitV2. Texts are split twice: to count the parts, then to copy them.
#include <algorithm>
#include <bitset>
#include <cstdint>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace {

// Parts between any of some bytes. An empty text has none.
class AnyByteSplitter {
 public:
  AnyByteSplitter(absl::string_view delimiters, bool skip_empty)
      : every_byte_(delimiters.empty()), skip_empty_(skip_empty) {
    for (const char c : delimiters) is_delimiter_.set(static_cast<unsigned char>(c));
  }

  template <typename Visit>
  void Split(absl::string_view text, const Visit& visit) const {
    if (text.empty()) return;
    size_t begin = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      if (every_byte_) {
        visit(text.substr(i, 1));
      } else if (is_delimiter_[static_cast<unsigned char>(text[i])]) {
        VisitPart(text.substr(begin, i - begin), visit);
        begin = i + 1;
      }
    }
    if (!every_byte_) VisitPart(text.substr(begin), visit);
  }

 private:
  template <typename Visit>
  void VisitPart(absl::string_view part, const Visit& visit) const {
    if (!skip_empty_ || !part.empty()) visit(part);
  }

  const bool every_byte_;
  const bool skip_empty_;
  std::bitset<256> is_delimiter_;
};

// Parts as those of Python's str.split: between separators, or with none between white space. After
// `max_splits` of them the rest is one part, also an empty one; negative: no limit.
class SeparatorSplitter {
 public:
  SeparatorSplitter(absl::string_view separator, int64_t max_splits)
      : separator_(separator), max_splits_(max_splits) {}

  template <typename Visit>
  void Split(absl::string_view text, const Visit& visit) const {
    if (max_splits_ == 0) {
      visit(text);
    } else if (separator_.empty()) {
      SplitAtSpace(absl::StripLeadingAsciiWhitespace(text), visit);
    } else {
      SplitAtSeparator(text, visit);
    }
  }

 private:
  template <typename Visit>
  void SplitAtSpace(absl::string_view text, const Visit& visit) const {
    for (int64_t splits = 1; !text.empty(); ++splits) {
      const auto* const end = std::find_if(text.begin(), text.end(), [](char c) {
        return absl::ascii_isspace(static_cast<unsigned char>(c));
      });
      const auto length = static_cast<size_t>(end - text.begin());
      visit(text.substr(0, length));
      text = absl::StripLeadingAsciiWhitespace(text.substr(length));
      if (splits == max_splits_) return visit(text);
    }
  }

  template <typename Visit>
  void SplitAtSeparator(absl::string_view text, const Visit& visit) const {
    for (int64_t splits = 0; splits != max_splits_; ++splits) {
      const size_t length = text.find(separator_);
      if (length == absl::string_view::npos) break;
      visit(text.substr(0, length));
      text.remove_prefix(length + separator_.size());
    }
    visit(text);
  }

  const absl::string_view separator_;
  const int64_t max_splits_;
};

// Outputs: the row and column of each part, the parts, the size of the matrix they stand in.
template <typename Splitter>
absl::Status PutParts(OpKernelContext* context, const Splitter& splitter) {
  const Tensor& input = context->input(0);
  const auto* const texts = static_cast<const tstring*>(input.data());
  int64_t num_parts = 0;
  int64_t most = 0;
  for (int64_t i = 0; i < input.NumElements(); ++i) {
    const int64_t before = num_parts;
    splitter.Split(texts[i], [&](absl::string_view) { ++num_parts; });
    most = std::max(most, num_parts - before);
  }

  Tensor* indices = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_output(0, TensorShape({num_parts, 2}), &indices));
  Tensor* values = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_output(1, TensorShape({num_parts}), &values));
  Tensor* shape = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_output(2, TensorShape({2}), &shape));
  auto* place = static_cast<int64_t*>(indices->data());
  auto* value = static_cast<tstring*>(values->data());
  for (int64_t i = 0; i < input.NumElements(); ++i) {
    int64_t column = 0;
    splitter.Split(texts[i], [&](absl::string_view part) {
      *place++ = i;
      *place++ = column++;
      (value++)->assign(part.data(), part.size());
    });
  }
  auto* const sizes = static_cast<int64_t*>(shape->data());
  sizes[0] = input.NumElements();
  sizes[1] = most;
  return absl::OkStatus();
}

// The separator; INVALID_ARGUMENT unless it is a scalar and the input a vector.
absl::StatusOr<absl::string_view> CheckInputs(OpKernelContext* context, absl::string_view name) {
  const TensorShape& shape = context->input(0).shape();
  if (shape.dims() != 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("input must be a vector, got shape: ", shape.DebugString()));
  }
  const Tensor& separator = context->input(1);
  if (separator.dims() != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat(name, " must be a scalar, got shape: ", separator.shape().DebugString()));
  }
  return *static_cast<const tstring*>(separator.data());
}

class StringSplitOp : public OpKernel {
 public:
  explicit StringSplitOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("skip_empty", &skip_empty_));
  }

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const absl::string_view delimiters, context,
                      CheckInputs(context, "delimiter"));
    OP_REQUIRES_OK(context, PutParts(context, AnyByteSplitter(delimiters, skip_empty_)));
  }

 private:
  bool skip_empty_ = true;
};

class StringSplitV2Op : public OpKernel {
 public:
  explicit StringSplitV2Op(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("maxsplit", &max_splits_));
  }

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const absl::string_view separator, context, CheckInputs(context, "sep"));
    OP_REQUIRES_OK(context, PutParts(context, SeparatorSplitter(separator, max_splits_)));
  }

 private:
  int64_t max_splits_ = -1;
};

REGISTER_KERNEL_BUILDER(Name("StringSplit").Device(DEVICE_CPU), StringSplitOp);
REGISTER_KERNEL_BUILDER(Name("StringSplitV2").Device(DEVICE_CPU), StringSplitV2Op);

}  // namespace
}  // namespace opgraft_internal
