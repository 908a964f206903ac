// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/internal_namespace.h"
#include "kernels/data_movement/text_budget.h"

namespace opgraft_internal {
namespace {

// Writes the n-grams of sequences of tokens. A sequence of `length` tokens is thought of with
// `pads` left and right pads around it; a gram is `width` neighbours in that, with separators.
class GramWriter {
 public:
  GramWriter(std::string separator, std::string left_pad, std::string right_pad)
      : separator_(std::move(separator)),
        left_pad_(std::move(left_pad)),
        right_pad_(std::move(right_pad)) {}

  // The gram that begins at place `begin`. What the texts take is asked of `budget` before.
  absl::Status Write(absl::Span<const tstring> tokens, int64_t pads, int64_t begin, int64_t width,
                     TextBudget* budget, tstring* gram) const {
    const auto length = static_cast<int64_t>(tokens.size());
    const int64_t left = std::max<int64_t>(0, std::min(pads - begin, width));
    const int64_t right = std::max<int64_t>(0, std::min(begin + width - pads - length, width));
    const absl::Span<const tstring> inner =
        tokens.subspan(static_cast<size_t>(std::max<int64_t>(0, begin - pads)),
                       static_cast<size_t>(width - left - right));
    budget->Add(static_cast<int64_t>(left_pad_.size()), left);
    budget->Add(static_cast<int64_t>(right_pad_.size()), right);
    budget->Add(static_cast<int64_t>(separator_.size()), width - 1);
    for (const tstring& token : inner) budget->Add(static_cast<int64_t>(token.size()));
    OPGRAFT_RETURN_IF_ERROR(budget->Check());

    gram->clear();
    AppendPads(left_pad_, left, gram);
    for (const tstring& token : inner) Append(token, gram);
    AppendPads(right_pad_, right, gram);
    gram->resize(gram->size() - separator_.size());
    return absl::OkStatus();
  }

 private:
  void Append(const std::string& token, tstring* gram) const {
    gram->append(token);
    gram->append(separator_);
  }
  // Pads and separators of no length may be very many.
  void AppendPads(const std::string& pad, int64_t count, tstring* gram) const {
    if (pad.empty() && separator_.empty()) return;
    for (int64_t i = 0; i < count; ++i) Append(pad, gram);
  }

  std::string separator_;
  std::string left_pad_;
  std::string right_pad_;
};

template <typename Split>
absl::Status CheckSplits(absl::Span<const Split> splits, int64_t num_tokens) {
  if (splits.empty()) return absl::OkStatus();
  if (splits[0] != 0) {
    return absl::InvalidArgumentError(absl::StrCat("First split value must be 0, got ", splits[0]));
  }
  for (size_t i = 1; i < splits.size(); ++i) {
    if (splits[i] >= splits[i - 1] && splits[i] <= num_tokens) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "Invalid split value ", splits[i], ", must be in [", splits[i - 1], ", ", num_tokens, "]"));
  }
  if (splits.back() == num_tokens) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("Last split value must be data size. Expected ",
                                                 num_tokens, ", got ", splits.back()));
}

template <typename Split>
class StringNGramsOp : public OpKernel {
 public:
  explicit StringNGramsOp(OpKernelConstruction* context) : OpKernel(context) {
    std::string separator;
    std::string left_pad;
    std::string right_pad;
    OP_REQUIRES_OK(context, context->GetAttr("separator", &separator));
    OP_REQUIRES_OK(context, context->GetAttr("left_pad", &left_pad));
    OP_REQUIRES_OK(context, context->GetAttr("right_pad", &right_pad));
    OP_REQUIRES_OK(context, context->GetAttr("ngram_widths", &widths_));
    OP_REQUIRES_OK(context, context->GetAttr("pad_width", &pad_width_));
    OP_REQUIRES_OK(context, context->GetAttr("preserve_short_sequences", &keeps_short_));
    writer_ = std::make_unique<const GramWriter>(std::move(separator), std::move(left_pad),
                                                 std::move(right_pad));
  }

  void Compute(OpKernelContext* context) override {
    const bool are_positive =
        std::all_of(widths_.begin(), widths_.end(), [](int32_t width) { return width > 0; });
    OP_REQUIRES(context, are_positive,
                absl::InvalidArgumentError("ngram_widths must contain positive values"));
    const auto tokens = Elements<tstring>(context->input(0));
    const auto splits = Elements<Split>(context->input(1));
    OP_REQUIRES_OK(context, CheckSplits(splits, static_cast<int64_t>(tokens.size())));
    Tensor* gram_splits = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(1, context->input(1).shape(), &gram_splits));
    auto* const ends = static_cast<Split*>(gram_splits->data());
    Tensor* grams = nullptr;
    if (tokens.empty() || splits.empty()) {
      std::fill_n(ends, splits.size(), Split{0});
      OP_REQUIRES_OK(context, context->allocate_output(0, context->input(0).shape(), &grams));
      for (tstring& gram : Elements(grams)) gram.clear();
      return;
    }
    OP_REQUIRES_OK(context, CountGrams(splits, ends));
    const auto num_grams = static_cast<int64_t>(ends[splits.size() - 1]);
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({num_grams}), &grams));
    OP_REQUIRES_OK(context, WriteGrams(tokens, splits, static_cast<tstring*>(grams->data())));
  }

 private:
  template <typename T>
  static absl::Span<const T> Elements(const Tensor& tensor) {
    return {static_cast<const T*>(tensor.data()), static_cast<size_t>(tensor.NumElements())};
  }
  static absl::Span<tstring> Elements(Tensor* tensor) {
    return {static_cast<tstring*>(tensor->data()), static_cast<size_t>(tensor->NumElements())};
  }

  // Never more than all but one place of a gram.
  int64_t PadsFor(int64_t width) const {
    return pad_width_ < 0 ? width - 1 : std::min<int64_t>(pad_width_, width - 1);
  }

  absl::StatusOr<int64_t> CountGrams(int64_t length, int64_t width) const {
    const int64_t pads = PadsFor(width);
    if (pads > std::numeric_limits<int32_t>::max() / 2 - length) {
      return absl::InvalidArgumentError(
          absl::StrCat("Pad width could lead to integer overflow, got pad_width = ", pads));
    }
    return std::max<int64_t>(0, length + 2 * pads - width + 1);
  }

  // A sequence that is too short for every width becomes one gram as long as it is.
  bool IsKeptShort(int64_t length, int64_t num_grams) const {
    return keeps_short_ && length > 0 && num_grams == 0;
  }

  absl::Status CountGrams(absl::Span<const Split> splits, Split* ends) const {
    int64_t total = 0;
    ends[0] = 0;
    for (size_t i = 1; i < splits.size(); ++i) {
      const int64_t length = splits[i] - splits[i - 1];
      int64_t count = 0;
      for (const int32_t width : widths_) {
        OPGRAFT_ASSIGN_OR_RETURN(const int64_t more, CountGrams(length, width));
        count += more;
      }
      if (IsKeptShort(length, count)) {
        OPGRAFT_RETURN_IF_ERROR(CheckShortPads(length));
        count = 1;
      }
      if (__builtin_add_overflow(total, count, &total) ||
          total > std::numeric_limits<Split>::max()) {
        return absl::InvalidArgumentError(absl::StrCat("there would be more n-grams than ",
                                                       DataTypeString(DataTypeToEnum<Split>::value),
                                                       " can count"));
      }
      ends[i] = static_cast<Split>(total);
    }
    return absl::OkStatus();
  }

  absl::Status CheckShortPads(int64_t length) const {
    if (pad_width_ < 0) {
      return absl::InvalidArgumentError(absl::StrCat(
          "Pad width should be >= 0 when preserve_short_sequences is True and ngram_widths are not "
          "provided, got ",
          pad_width_));
    }
    return CountGrams(length, length + 2 * int64_t{pad_width_}).status();
  }

  absl::Status WriteGrams(absl::Span<const tstring> tokens, absl::Span<const Split> splits,
                          tstring* gram) const {
    TextBudget budget;
    for (size_t i = 1; i < splits.size(); ++i) {
      const absl::Span<const tstring> sequence = tokens.subspan(
          static_cast<size_t>(splits[i - 1]), static_cast<size_t>(splits[i] - splits[i - 1]));
      const auto length = static_cast<int64_t>(sequence.size());
      int64_t written = 0;
      for (const int32_t width : widths_) {
        OPGRAFT_ASSIGN_OR_RETURN(const int64_t count, CountGrams(length, width));
        for (int64_t begin = 0; begin < count; ++begin) {
          OPGRAFT_RETURN_IF_ERROR(
              writer_->Write(sequence, PadsFor(width), begin, width, &budget, gram++));
        }
        written += count;
      }
      if (!IsKeptShort(length, written)) continue;
      const int64_t width = length + 2 * int64_t{pad_width_};
      OPGRAFT_RETURN_IF_ERROR(writer_->Write(sequence, PadsFor(width), 0, width, &budget, gram++));
    }
    return absl::OkStatus();
  }

  std::vector<int32_t> widths_;
  int32_t pad_width_ = 0;
  bool keeps_short_ = false;
  std::unique_ptr<const GramWriter> writer_;
};

#define REGISTER_NGRAMS(T)                                                                      \
  REGISTER_KERNEL_BUILDER(Name("StringNGrams").Device(DEVICE_CPU).TypeConstraint<T>("Tsplits"), \
                          StringNGramsOp<T>)
TF_CALL_int32(REGISTER_NGRAMS);
TF_CALL_int64(REGISTER_NGRAMS);
#undef REGISTER_NGRAMS

}  // namespace
}  // namespace opgraft_internal
