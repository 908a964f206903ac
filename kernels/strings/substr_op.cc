// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/binary_op.h"
#include "kernels/elementwise/broadcast.h"
#include "kernels/strings/next_char.h"

namespace opgraft_internal {
namespace {

// Moves `at` on by `count` characters of UTF-8, at most to the end; how many are then missing.
int64_t PassChars(absl::string_view text, int64_t count, size_t* at) {
  for (; count > 0 && *at < text.size(); --count) {
    do ++*at;
    while (*at < text.size() && IsTrailByte(text[*at]));
  }
  return count;
}

// The same towards the beginning.
int64_t PassCharsBack(absl::string_view text, int64_t count, size_t* at) {
  for (; count > 0 && *at > 0; --count) {
    do --*at;
    while (*at > 0 && IsTrailByte(text[*at]));
  }
  return count;
}

// The part of `text` from `pos` on, `length` bytes long or up to the end; a negative `pos` counts
// from the end, a negative `length` means all. False if `pos` is outside of the text.
bool BytePart(absl::string_view text, int64_t pos, int64_t length, absl::string_view* part) {
  const auto size = static_cast<int64_t>(text.size());
  if (pos < -size || pos > size) return false;
  *part = text.substr(static_cast<size_t>(pos < 0 ? pos + size : pos),
                      length < 0 ? absl::string_view::npos : static_cast<size_t>(length));
  return true;
}

// The same in characters; a negative `length` means none.
bool CharPart(absl::string_view text, int64_t pos, int64_t length, absl::string_view* part) {
  const auto size = static_cast<int64_t>(text.size());
  if (pos < -size || pos > size) return false;
  size_t begin = pos < 0 ? text.size() : 0;
  const int64_t missing =
      pos < 0 ? PassCharsBack(text, -pos, &begin) : PassChars(text, pos, &begin);
  if (missing > 0) return false;
  size_t end = begin;
  PassChars(text, length, &end);
  *part = text.substr(begin, end - begin);
  return true;
}

template <typename Index>
class SubstrOp : public OpKernel {
 public:
  explicit SubstrOp(OpKernelConstruction* context) : OpKernel(context) {
    std::string unit;
    OP_REQUIRES_OK(context, context->GetAttr("unit", &unit));
    in_chars_ = unit == "UTF8_CHAR";
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    const Tensor& pos = context->input(1);
    const Tensor& len = context->input(2);
    OP_REQUIRES(context, pos.shape() == len.shape(),
                absl::InvalidArgumentError(absl::StrCat(
                    "pos and len should have the same shape, got: ", pos.shape().DebugString(),
                    " vs. ", len.shape().DebugString())));
    Broadcast broadcast;
    OP_REQUIRES(context, broadcast.Init({&input.shape(), &pos.shape()}),
                IncompatibleShapes(input.shape(), pos.shape()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, broadcast.output_shape(), &output));
    OP_REQUIRES_OK(context, Cut(broadcast, input, pos, len, output));
  }

 private:
  absl::Status Cut(const Broadcast& broadcast, const Tensor& input, const Tensor& pos,
                   const Tensor& len, Tensor* output) const {
    const auto* const texts = static_cast<const tstring*>(input.data());
    const auto* const begins = static_cast<const Index*>(pos.data());
    const auto* const lengths = static_cast<const Index*>(len.data());
    auto* const parts = static_cast<tstring*>(output->data());
    const int64_t text_step = broadcast.moves(0);
    const int64_t pos_step = broadcast.moves(1);
    absl::Status status;
    broadcast.ForEachRun(0, broadcast.num_runs(), [&](int64_t out, const int64_t* from) {
      for (int64_t i = 0; i < broadcast.run_length() && status.ok(); ++i) {
        const tstring& text = texts[from[0] + i * text_step];
        const int64_t at = from[1] + i * pos_step;
        absl::string_view part;
        const bool inside = in_chars_ ? CharPart(text, begins[at], lengths[at], &part)
                                      : BytePart(text, begins[at], lengths[at], &part);
        if (inside) {
          parts[out + i].assign(part.data(), part.size());
        } else {
          status = absl::InvalidArgumentError(absl::StrCat(
              "pos ", begins[at], " out of range for string b'", text, "' at index ", out + i));
        }
      }
    });
    return status;
  }

  bool in_chars_ = false;
};

#define REGISTER_SUBSTR(T) \
  REGISTER_KERNEL_BUILDER(Name("Substr").Device(DEVICE_CPU).TypeConstraint<T>("T"), SubstrOp<T>)
TF_CALL_int32(REGISTER_SUBSTR);
TF_CALL_int64(REGISTER_SUBSTR);
#undef REGISTER_SUBSTR

}  // namespace
}  // namespace opgraft_internal
