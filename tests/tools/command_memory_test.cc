// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The command without memory, from its first allocation on.
#include <string>

#include "gtest/gtest.h"
#include "tests/failing_allocations/fail_each.h"
#include "tools/cli/command.h"

namespace opgraft {
namespace {

absl::Status PrintVersion() {
  std::string program = "opgraft", version = "--version";
  char* arguments[] = {program.data(), version.data(), nullptr};
  const int code = opgraft_internal::CommandMain(2, arguments);
  return code == 0 ? absl::OkStatus() : absl::ResourceExhaustedError("");
}

// To declare the options takes some thousands of allocations.
TEST(CommandMemory, NoExceptionComesOut) {
  EXPECT_EQ(PrintVersion(), absl::OkStatus());
  constexpr int64_t kStep = 97;
  int64_t failures = 0;
  for (int64_t n = 0; n < 100 * kStep; n += kStep) {
    absl::Status status;
    failures += FailOne(n, PrintVersion, &status) && !status.ok();
  }
  EXPECT_GT(failures, 10);
}

}  // namespace
}  // namespace opgraft
