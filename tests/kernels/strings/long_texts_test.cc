// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that could make very long strings of short ones are held by the limits of a tensor.
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "framework/tensor/tensor_buffer.h"
#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

constexpr int64_t kMiB = 1 << 20;
constexpr int32_t kMost = std::numeric_limits<int32_t>::max();

struct Call {
  const char* op;
  std::vector<Tensor> inputs;
  TestAttrs attrs;
};

TEST(LongTexts, AreRefusedBeforeTheyAreMade) {
  const std::string separator(kMiB, '-');
  const Tensor texts(Texts(std::vector<std::string>(200, "a")));
  const Tensor zeros(Ints(std::vector<int32_t>(200, 0)));
  AttrValue widths;
  widths.mutable_list()->add_i(150);
  const Call calls[] = {
      {"AsString", {Tensor(1.0f)}, {{"width", IntAttr(kMost)}}},
      {"AsString", {Tensor(1.0)}, {{"precision", IntAttr(kMost)}}},
      {"AsString", {Tensor(int64_t{1})}, {{"width", IntAttr(kMost)}, {"fill", StringAttr("0")}}},
      {"AsString", {Tensor("a")}, {{"width", IntAttr(kMost)}}},
      {"ReduceJoin", {texts, Ints({0})}, {{"separator", StringAttr(separator)}}},
      {"UnsortedSegmentJoin",
       {texts, zeros, Tensor(int32_t{1})},
       {{"separator", StringAttr(separator)}}},
      {"StringNGrams",
       {texts, Longs({0, 200})},
       {{"separator", StringAttr(separator)},
        {"ngram_widths", widths},
        {"left_pad", StringAttr("")},
        {"right_pad", StringAttr("")},
        {"pad_width", IntAttr(0)},
        {"preserve_short_sequences", BoolAttr(false)}}},
  };
  const auto budget = std::make_shared<MemoryBudget>(64 * kMiB, MemoryBudget::kUnlimited);
  const MemoryScope scope(budget);
  for (const Call& call : calls) {
    EXPECT_EQ(CallOp(call.op, call.inputs, call.attrs).status().code(),
              absl::StatusCode::kResourceExhausted)
        << call.op;
  }
}

}  // namespace
}  // namespace opgraft
