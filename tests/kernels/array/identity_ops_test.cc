// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

TEST(Identity, PassesItsInputOn) {
  const Tensor x = Counting<float>({2});
  EXPECT_EQ(CallText("Identity", {x}), "float[2] 0 1");
  EXPECT_TRUE((*CallOp("Identity", {x}))[0].SharesBufferWith(x));
}

TEST(IdentityN, PassesItsInputsOn) {
  const Tensor x = Counting<float>({2});
  const auto outputs = CallOp("IdentityN", {x, Texts({"a"})});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  ASSERT_EQ(outputs->size(), 2u);
  EXPECT_TRUE((*outputs)[0].SharesBufferWith(x));
  EXPECT_EQ(TensorText((*outputs)[1]), "string[1] a");
}

}  // namespace
}  // namespace opgraft
