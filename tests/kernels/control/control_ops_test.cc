// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

std::string Assert(const std::vector<Tensor>& inputs, int64_t summarize = 3) {
  return CallText("Assert", inputs, {{"summarize", IntAttr(summarize)}});
}

TEST(NoOp, DoesNothing) { EXPECT_EQ(CallText("NoOp", {}), ""); }

TEST(Assert, DoesNothingWhenTrue) { EXPECT_EQ(Assert({Tensor(true), Tensor(1)}), ""); }

TEST(Assert, PrintsTheBeginOfALongString) {
  const std::string text(10'000, 'x');
  const std::string error = "INVALID_ARGUMENT: assertion failed: ";
  EXPECT_EQ(Assert({Tensor(false), Tensor(text)}), error + "[" + text + "]");
  EXPECT_EQ(Assert({Tensor(false), Tensor(text + "y")}), error + "[" + text + "...]");
}

TEST(Assert, PrintsItsDataWhenFalse) {
  const std::vector<Tensor> inputs = {Tensor(false), Ints({1, 2, 3, 4}), Tensor("too big"),
                                      Counting<float>({2, 3})};
  const std::string error = "INVALID_ARGUMENT: assertion failed: ";
  EXPECT_EQ(Assert(inputs), error + "[1 2 3...] [too big] [[0 1 2]...]");
  EXPECT_EQ(Assert(inputs, 0), error + "[...] [...] [...]");
  EXPECT_EQ(Assert(inputs, -1), error + "[1 2 3 4] [too big] [[0 1 2][3 4 5]]");
  EXPECT_EQ(Assert(inputs, 5), error + "[1 2 3 4] [too big] [[0 1 2][3 4...]...]");
  EXPECT_EQ(Assert({Tensor(false), Texts({"c\n\"'"}), Counting<float>({0})}),
            error + "[c\\n\\\"\\'] []");
}

TEST(Assert, WantsAScalar) {
  EXPECT_EQ(Assert({VectorOf<bool>({true}), Tensor(1)}),
            "INVALID_ARGUMENT: In[0] should be a scalar: [1]");
}

}  // namespace
}  // namespace opgraft
