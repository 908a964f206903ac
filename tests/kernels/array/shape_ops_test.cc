// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

TEST(Shape, GivesTheSizes) {
  EXPECT_EQ(CallText("Shape", {Counting<float>({2, 0, 3})}), "int32[3] 2 0 3");
  EXPECT_EQ(CallText("Shape", {Counting<float>({2, 3})}, {{"out_type", TypeAttr(DT_INT64)}}),
            "int64[2] 2 3");
  EXPECT_EQ(CallText("Shape", {Tensor("a")}), "int32[0]");
}

TEST(Shape, RefusesSizesThatItsTypeCannotHold) {
  const Tensor x(DT_FLOAT, TensorShape({0, int64_t{1} << 40}));
  EXPECT_EQ(CallText("Shape", {x}),
            "INVALID_ARGUMENT: Shape output type is 32-bit but dim 1 is 1099511627776");
  EXPECT_EQ(CallText("Shape", {x}, {{"out_type", TypeAttr(DT_INT64)}}), "int64[2] 0 1099511627776");
}

TEST(Size, CountsTheElements) {
  EXPECT_EQ(CallText("Size", {Counting<float>({2, 3})}), "int32[] 6");
  EXPECT_EQ(CallText("Size", {Counting<float>({2, 0})}, {{"out_type", TypeAttr(DT_INT64)}}),
            "int64[] 0");
}

TEST(Rank, CountsTheDimensions) {
  EXPECT_EQ(CallText("Rank", {Counting<float>({2, 3})}), "int32[] 2");
  EXPECT_EQ(CallText("Rank", {Tensor(1.f)}), "int32[] 0");
}

}  // namespace
}  // namespace opgraft
