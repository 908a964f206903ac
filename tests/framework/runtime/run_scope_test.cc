// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/run_scope.h"

#include <memory>
#include <thread>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

class RunScopeTest : public testing::Test {
 protected:
  bool IsBusy() { return !BusyScope(&busy_).entered(); }
  // Whether the calling thread is marked as running.
  bool IsMarked() const { return AccessScope::Active() && MemoryScope::Current() == budget_; }
  bool IsPlain() const { return !AccessScope::Active() && MemoryScope::Current() == nullptr; }

  BusyFlag busy_;
  const std::shared_ptr<MemoryBudget> budget_ = std::make_shared<MemoryBudget>(100, 100);
};

TEST_F(RunScopeTest, MarksTheRequestAndTheThreadForItsLife) {
  EXPECT_TRUE(IsPlain());
  {
    const RunScope scope(&busy_, budget_);
    ASSERT_TRUE(scope.entered());
    EXPECT_TRUE(IsMarked());
    EXPECT_TRUE(IsBusy());
    std::thread([this] { EXPECT_TRUE(IsPlain() && IsBusy()); }).join();
  }
  EXPECT_TRUE(IsPlain());
  EXPECT_FALSE(IsBusy());
}

TEST_F(RunScopeTest, ASecondOneDoesNothing) {
  const RunScope scope(&busy_, budget_);
  {
    const auto other = std::make_shared<MemoryBudget>(1, 1);
    const RunScope second(&busy_, other);
    EXPECT_FALSE(second.entered());
    EXPECT_TRUE(IsMarked());
  }
  EXPECT_TRUE(IsMarked());
  EXPECT_TRUE(IsBusy());
}

TEST_F(RunScopeTest, GoesOnUponAnotherThread) {
  auto scope = std::make_unique<RunScope>(&busy_, budget_);
  scope->Detach();
  EXPECT_TRUE(IsPlain());
  EXPECT_TRUE(IsBusy()) << "nobody is inside, but it is taken";
  std::thread([&] {
    EXPECT_TRUE(IsBusy());
    scope->Attach();
    EXPECT_TRUE(IsMarked());
    EXPECT_TRUE(IsBusy());
    scope.reset();
    EXPECT_TRUE(IsPlain());
    EXPECT_FALSE(IsBusy());
  }).join();
  EXPECT_FALSE(IsBusy());
}

TEST_F(RunScopeTest, MayEndDetachedOnAnyThread) {
  auto scope = std::make_unique<RunScope>(&busy_, budget_);
  scope->Detach();
  std::thread([&] { scope.reset(); }).join();
  EXPECT_FALSE(IsBusy());
}

TEST_F(RunScopeTest, MayComeBack) {
  for (int i = 0; i < 3; ++i) {
    RunScope scope(&busy_, budget_);
    ASSERT_TRUE(scope.entered());
    scope.Detach();
    std::thread([&] {
      scope.Attach();
      scope.Detach();
    }).join();
    scope.Attach();
    EXPECT_TRUE(IsMarked());
    EXPECT_TRUE(IsBusy());
  }
  EXPECT_FALSE(IsBusy());
}

// The thread is inside another request, whose mark it bears.
TEST_F(RunScopeTest, AThreadInsideAnotherRequestMayTakeIt) {
  BusyFlag outer;
  const auto outer_budget = std::make_shared<MemoryBudget>(1, 1);
  RunScope around(&outer, outer_budget);
  {
    RunScope scope(&busy_, budget_);
    ASSERT_TRUE(scope.entered());
    scope.Detach();
    EXPECT_EQ(MemoryScope::Current(), outer_budget);
    scope.Attach();
    EXPECT_TRUE(IsMarked());
    EXPECT_TRUE(IsBusy());
  }
  EXPECT_FALSE(IsBusy());
  EXPECT_FALSE(BusyScope(&outer).entered());
}

}  // namespace
}  // namespace opgraft
