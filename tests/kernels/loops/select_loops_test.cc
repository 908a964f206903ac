// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/select_loops.h"

#include <vector>

#include "gtest/gtest.h"

namespace opgraft_internal {
namespace loops {
namespace {

template <typename T>
void ExpectAllOperands() {
  const SelectLoops loops = FindSelectLoops(sizeof(T));
  const uint8_t conditions[] = {1, 0, 2, 0};
  const std::vector<T> then_values = {1, 2, 3, 4}, else_values = {5, 6, 7, 8};
  for (int operands = 0; operands < 8; ++operands) {
    const bool c = (operands & 4) != 0, t = (operands & 2) != 0, e = (operands & 1) != 0;
    std::vector<T> out(4), want(4);
    for (size_t i = 0; i < 4; ++i) {
      want[i] = conditions[c ? i : 0] != 0 ? then_values[t ? i : 0] : else_values[e ? i : 0];
    }
    loops.Get(c, t, e)(conditions, then_values.data(), else_values.data(), out.data(), 4);
    EXPECT_EQ(out, want) << operands;
  }
}

TEST(SelectLoops, ChooseForEveryKindOfOperands) {
  ExpectAllOperands<uint8_t>();
  ExpectAllOperands<uint16_t>();
  ExpectAllOperands<uint32_t>();
  ExpectAllOperands<uint64_t>();
  ExpectAllOperands<unsigned __int128>();
}

TEST(SelectLoops, WriteOverAnOperand) {
  const uint8_t conditions[] = {1, 0, 1};
  std::vector<int32_t> then_values = {1, 2, 3};
  const std::vector<int32_t> else_values = {5, 6, 7};
  FindSelectLoops(4).Get(true, true, true)(conditions, then_values.data(), else_values.data(),
                                           then_values.data(), 3);
  EXPECT_EQ(then_values, (std::vector<int32_t>{1, 6, 3}));
}

TEST(SelectLoops, ThereAreNoneForOtherSizes) { EXPECT_FALSE(FindSelectLoops(3)); }

}  // namespace
}  // namespace loops
}  // namespace opgraft_internal
