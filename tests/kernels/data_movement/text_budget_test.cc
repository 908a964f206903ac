// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/data_movement/text_budget.h"

#include <memory>

#include "framework/tensor/tensor_buffer.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(TextBudget, HasNoLimitOutsideOfAMemoryScope) {
  TextBudget budget;
  budget.Add(int64_t{1} << 40, 1000);
  EXPECT_TRUE(budget.Check().ok());
}

TEST(TextBudget, RefusesMoreThanATensorMayHave) {
  const auto limits = std::make_shared<MemoryBudget>(100, 1000);
  const MemoryScope scope(limits);
  TextBudget budget;
  budget.Add(10, 9);
  budget.Add(10);
  EXPECT_TRUE(budget.Check().ok());
  budget.Add(1);
  EXPECT_EQ(budget.Check().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(
      budget.Check().message(),
      "the strings of the output would take 101 bytes; a tensor may have 100 (max_tensor_bytes)");
}

TEST(TextBudget, RefusesWhatCannotBeCounted) {
  TextBudget budget;
  budget.Add(INT64_MAX, 2);
  EXPECT_EQ(budget.Check().code(), absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace opgraft
