// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

const Tensor kFirst = Tensor::Of({true, false});

TEST(Select, ChoosesElementsRowsOrAll) {
  const Tensor x = Tensor::Of({1, 2, 3, 4}, {2, 2}), y = Tensor::Of({5, 6, 7, 8}, {2, 2});
  EXPECT_EQ(CallText("Select", {kFirst, x, y}), "int32[2,2] [1 2][7 8]");
  EXPECT_EQ(CallText("Select", {Tensor(false), x, y}), "int32[2,2] [5 6][7 8]");
  EXPECT_EQ(CallText("Select", {Tensor::Of({true, false, false, true}, {2, 2}), x, y}),
            "int32[2,2] [1 6][7 4]");
  EXPECT_EQ(CallText("Select", {kFirst, Texts({"a", "b"}), Texts({"c", "d"})}), "string[2] a d");
  EXPECT_EQ(CallText("Select",
                     {Tensor(DT_BOOL, {0}), Tensor(DT_INT32, {0, 2}), Tensor(DT_INT32, {0, 2})}),
            "int32[0,2]");
}

TEST(Select, SaysWhichShapesDoNotFit) {
  struct Case {
    Tensor condition, then_value, else_value;
    std::string message;
  };
  const Tensor two = Counting<float>({2}), three = Counting<float>({3});
  const std::string same =
      "Inputs to operation Select of type Select must have the same size and shape.  Input 0: ";
  const std::vector<Case> cases = {
      {Tensor::Of({true}), two, two, same + "[1] != input 1: [2]"},
      {kFirst, two, three, same + "[2] != input 2: [3]"},
      {Tensor::Of({true, false}, {1, 2}), two, two, same + "[1,2] != input 1: [2]"},
      {kFirst, Tensor(1.f), Tensor(1.f), "'then' must be at least a vector, but saw shape: []"},
      {kFirst, Counting<float>({3, 2}), Counting<float>({3, 2}),
       "Number of batches of 'then' must match size of 'cond', but saw: 3 vs. 2"},
      {Tensor(true), two, three,
       "'then' and 'else' must have the same size.  but received: [2] vs. [3]"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(CallText("Select", {c.condition, c.then_value, c.else_value}),
              "INVALID_ARGUMENT: " + c.message);
  }
}

TEST(SelectV2, BroadcastsAllThree) {
  const Tensor column = Tensor::Of({true, false}, {2, 1});
  EXPECT_EQ(CallText("SelectV2", {column, Tensor::Of({1, 2}), Tensor::Of({3, 4}, {2, 1})}),
            "int32[2,2] [1 2][4 4]");
  EXPECT_EQ(CallText("SelectV2", {kFirst, Tensor(1.5), Tensor(2.5)}), "double[2] 1.5 2.5");
  EXPECT_EQ(CallText("SelectV2", {Tensor(false), Tensor::Of({1, 2}), Tensor(3)}), "int32[2] 3 3");
  EXPECT_EQ(CallText("SelectV2", {kFirst, Tensor("a"), Texts({"b", "c"})}), "string[2] a c");
  EXPECT_EQ(CallText("SelectV2", {kFirst, Tensor(complex128(1, 2)), Tensor(complex128(3, 4))}),
            "complex128[2] (1,2) (3,4)");
  EXPECT_EQ(CallText("SelectV2", {kFirst, Tensor(half(1.f)), Tensor(half(2.f))}), "half[2] 1 2");
}

TEST(SelectV2, NamesAllThreeShapesThatDoNotFit) {
  EXPECT_EQ(CallText("SelectV2",
                     {Tensor::Of({true, false, true}), Counting<float>({2}), Counting<float>({1})}),
            "INVALID_ARGUMENT: condition [3], then [2], and else [1] must be broadcastable");
}

}  // namespace
}  // namespace opgraft
