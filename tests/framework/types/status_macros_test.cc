// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/status_macros.h"

#include <memory>
#include <utility>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

absl::Status Check(bool ok) { return ok ? absl::OkStatus() : absl::NotFoundError("x"); }
absl::StatusOr<std::unique_ptr<int>> Make(bool ok) {
  if (!ok) return absl::InternalError("y");
  return std::make_unique<int>(7);
}

absl::StatusOr<int> Use(bool check_ok, bool make_ok) {
  OPGRAFT_RETURN_IF_ERROR(Check(check_ok));
  OPGRAFT_ASSIGN_OR_RETURN(std::unique_ptr<int> value, Make(make_ok));
  OPGRAFT_ASSIGN_OR_RETURN(const auto both,
                           absl::StatusOr<std::pair<int, int>>(std::make_pair(*value, 1)));
  return both.first + both.second;
}

TEST(StatusMacros, PassErrorsOnAndValuesThrough) {
  EXPECT_EQ(Use(false, true).status(), absl::NotFoundError("x"));
  EXPECT_EQ(Use(true, false).status(), absl::InternalError("y"));
  EXPECT_EQ(*Use(true, true), 8);
}

}  // namespace
}  // namespace opgraft
