// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/deadline_timer.h"

#include <array>
#include <memory>
#include <thread>

#include "absl/synchronization/notification.h"
#include "absl/time/clock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

// False if the flag is not set within ten seconds.
bool IsSetSoon(const StopFlag& flag) {
  for (int i = 0; i < 10'000; ++i) {
    if (flag == StopReason::kDeadline) return true;
    absl::SleepFor(absl::Milliseconds(1));
  }
  return false;
}

TEST(DeadlineTimer, SetsAFlagOnceItsDeadlineHasPassed) {
  DeadlineTimer timer;
  StopFlag flag{StopReason::kNone};
  const absl::Time deadline = absl::Now() + absl::Milliseconds(20);
  ASSERT_TRUE(timer.Arm(deadline, &flag).ok());
  EXPECT_TRUE(IsSetSoon(flag));
  EXPECT_GE(absl::Now(), deadline);
}

TEST(DeadlineTimer, CancelsTheKernelsThen) {
  DeadlineTimer timer;
  StopFlag flag{StopReason::kNone};
  const auto kernels = std::make_shared<CancellationManager>();
  absl::Notification called;
  ASSERT_TRUE(kernels->RegisterCallback(kernels->get_cancellation_token(), [&] {
    timer.Disarm(absl::InfiniteFuture(), &flag);  // the timer's lock is not held
    called.Notify();
  }));
  ASSERT_TRUE(timer.Arm(absl::Now() + absl::Milliseconds(10), &flag, kernels).ok());
  EXPECT_TRUE(called.WaitForNotificationWithTimeout(absl::Seconds(30)));
  EXPECT_EQ(flag, StopReason::kDeadline);
  EXPECT_TRUE(kernels->IsCancelled());
}

TEST(DeadlineTimer, LeavesAFlagAloneThatWasDisarmed) {
  DeadlineTimer timer;
  StopFlag disarmed{StopReason::kNone}, later{StopReason::kNone};
  const absl::Time deadline = absl::Now() + absl::Milliseconds(10);
  ASSERT_TRUE(timer.Arm(deadline, &disarmed).ok());
  ASSERT_TRUE(timer.Arm(deadline + absl::Milliseconds(10), &later).ok());
  timer.Disarm(deadline, &disarmed);
  timer.Disarm(deadline, &disarmed);  // a second time is harmless
  EXPECT_TRUE(IsSetSoon(later));
  EXPECT_EQ(disarmed, StopReason::kNone);
}

TEST(DeadlineTimer, TakesDeadlinesInAnyOrder) {
  DeadlineTimer timer;
  std::array<StopFlag, 3> flags{};
  const absl::Time now = absl::Now();
  ASSERT_TRUE(timer.Arm(now + absl::Hours(1), &flags[0]).ok());
  ASSERT_TRUE(timer.Arm(now + absl::Milliseconds(5), &flags[1]).ok());
  ASSERT_TRUE(timer.Arm(now - absl::Hours(1), &flags[2]).ok());
  EXPECT_TRUE(IsSetSoon(flags[1]));
  EXPECT_TRUE(IsSetSoon(flags[2]));
  EXPECT_EQ(flags[0], StopReason::kNone);
}

TEST(DeadlineTimer, MayEndWhileFlagsWait) {
  StopFlag flag{StopReason::kNone};
  {
    DeadlineTimer timer;
    ASSERT_TRUE(timer.Arm(absl::Now() + absl::Hours(1), &flag).ok());
  }
  EXPECT_EQ(flag, StopReason::kNone);
}

}  // namespace
}  // namespace opgraft
