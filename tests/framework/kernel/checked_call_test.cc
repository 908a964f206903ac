// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What it finds in kernels is tested where it is used: kernel_checker_test and check_kernel_test.
#include "framework/kernel/checked_call.h"

#include "gtest/gtest.h"

namespace opgraft {
namespace {

NodeProperties NodeWithOutput() {
  NodeProperties node;
  node.output_types = {DT_INT16};
  node.output_args = {{"y", 0, 1, false}};
  return node;
}

// Elements of int16: 0x7F7F and 0x9D9D are the poisons.
std::string Differ(const Tensor& first, const Tensor& second) {
  const CallDifference found = FindCallDifference(NodeWithOutput(), {first}, {second});
  if (found.where.empty()) return "";
  return found.is_unwritten ? UnwrittenText(found) : found.where;
}

TEST(CheckedCall, TellsUnwrittenElementsFromThoseThatDiffer) {
  const auto a = static_cast<int16_t>(0x7F7F);
  const auto b = static_cast<int16_t>(0x9D9D);
  const TensorShape matrix({2, 2});
  const struct Case {
    Tensor first;
    Tensor second;
    const char* told;
  } cases[] = {
      {Tensor::Of<int16_t>({1, 2}), Tensor::Of<int16_t>({1, 2}), ""},
      {Tensor::Of<int16_t>({a, 2}), Tensor::Of<int16_t>({a, 2}), ""},
      {Tensor::Of<int16_t>({1, 2}), Tensor::Of<int16_t>({1, 3}), "output 0 'y' element [1]"},
      {Tensor::Of<int16_t>({1, a}), Tensor::Of<int16_t>({1, b}),
       "output 0 'y' element [1] was never written"},
      {Tensor::Of<int16_t>({4, a, 1, a}, matrix), Tensor::Of<int16_t>({5, b, 1, b}, matrix),
       "output 0 'y' element [0,1] was never written, nor were 1 more"},
      {Tensor(a), Tensor(b), "output 0 'y' was never written"},
      {Tensor::Of<int16_t>({1}), Tensor::Of<int16_t>({1, 1}), "output 0 'y'"},
      {Tensor::Of<tstring>({"a"}), Tensor::Of<tstring>({"b"}), "output 0 'y'"},
      {Tensor::Of<tstring>({"a"}), Tensor::Of<tstring>({"a"}), ""},
  };
  for (const Case& c : cases) EXPECT_EQ(Differ(c.first, c.second), c.told);
}

TEST(CheckedCall, IsActiveUntilItEnds) {
  EXPECT_FALSE(CheckedCall::Active());
  {
    CheckedCall call(CheckedCall::kPoisons[0]);
    EXPECT_TRUE(CheckedCall::Active());
    call.End();
    EXPECT_FALSE(CheckedCall::Active());
  }
  EXPECT_FALSE(CheckedCall::Active());
  EXPECT_EQ(AllocationHook::Current(), nullptr);
}

}  // namespace
}  // namespace opgraft
