// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/access_error.h"

#include <csignal>
#include <thread>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(AccessError, IsThrownOnlyInsideAScope) {
  ReportAccessError(nullptr, "as int32");
  const AccessScope scope;
  const int data = 0;
  try {
    ReportAccessError(&data, "as int32");
    FAIL();
  } catch (const AccessError& error) {
    EXPECT_EQ(error.data, &data);
    EXPECT_EQ(error.call, "as int32");
  }
}

TEST(AccessErrorDeathTest, OutsideOfEveryScopeAFailedAccessIsALineAndTheEnd) {
  EXPECT_EXIT(FailAccess(nullptr, "as int32", "what is wrong"), ::testing::KilledBySignal(SIGABRT),
              "^opgraft: what is wrong\n$");
  const AccessScope scope;
  EXPECT_THROW(FailAccess(nullptr, "as int32", "what is wrong"), AccessError);
}

TEST(AccessScope, NestsAndBelongsToOneThread) {
  EXPECT_FALSE(AccessScope::Active());
  {
    const AccessScope outer;
    { const AccessScope inner; }
    EXPECT_TRUE(AccessScope::Active());
    std::thread([] { EXPECT_FALSE(AccessScope::Active()); }).join();
  }
  EXPECT_FALSE(AccessScope::Active());
}

}  // namespace
}  // namespace opgraft
