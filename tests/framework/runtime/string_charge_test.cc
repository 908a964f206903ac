// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/string_charge.h"

#include <memory>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(StringCharge, WhatStringsHoldCountsAgainstTheLimits) {
  const auto budget = std::make_shared<MemoryBudget>(1'000, 1'000);
  const MemoryScope scope(budget);
  Tensor tensor(DT_STRING, {1});
  const int64_t empty = budget->used();
  tensor.flat<tstring>()(0) = std::string(500, 's');
  EXPECT_TRUE(ChargeStrings(tensor, "the outputs").ok());
  EXPECT_GE(budget->used(), empty + 500);
  tensor.flat<tstring>()(0) = std::string(1'000, 's');
  const absl::Status status = ChargeStrings(tensor, "the outputs");
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()),
              testing::StartsWith("the strings of the outputs take too much memory: the limits are "
                                  "1000 bytes a tensor (max_tensor_bytes)"));
}

TEST(StringCharge, OthersAreChargedAlready) {
  EXPECT_TRUE(ChargeStrings(Tensor(), "the outputs").ok());
  EXPECT_TRUE(ChargeStrings(Tensor::Of({1.0f}), "the outputs").ok());
  EXPECT_TRUE(ChargeStrings(Tensor(DT_STRING, {0}), "the outputs").ok());
  EXPECT_TRUE(ChargeStrings(Tensor("text"), "the outputs").ok()) << "outside of every budget";
}

}  // namespace
}  // namespace opgraft
