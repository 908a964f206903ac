// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/cancellation.h"

#include <thread>

#include "absl/synchronization/notification.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(CancellationManager, CallsEachCallbackOnce) {
  CancellationManager manager;
  int a = 0, b = 0;
  EXPECT_TRUE(manager.RegisterCallback(manager.get_cancellation_token(), [&] { ++a; }));
  EXPECT_TRUE(manager.RegisterCallback(manager.get_cancellation_token(), [&] { ++b; }));
  EXPECT_FALSE(manager.IsCancelled());
  manager.StartCancel();
  manager.StartCancel();
  EXPECT_TRUE(manager.IsCancelled());
  EXPECT_EQ(a, 1);
  EXPECT_EQ(b, 1);
}

TEST(CancellationManager, DoesNotCallWhatWasDeregistered) {
  CancellationManager manager;
  bool called = false;
  const CancellationToken token = manager.get_cancellation_token();
  EXPECT_TRUE(manager.RegisterCallback(token, [&] { called = true; }));
  EXPECT_TRUE(manager.DeregisterCallback(token));
  const CancellationToken other = manager.get_cancellation_token();
  EXPECT_TRUE(manager.RegisterCallback(other, [&] { called = true; }));
  EXPECT_TRUE(manager.TryDeregisterCallback(other));
  manager.StartCancel();
  EXPECT_FALSE(called);
}

TEST(CancellationManager, TakesNoCallbackOnceCancelled) {
  CancellationManager manager;
  manager.StartCancel();
  const CancellationToken token = manager.get_cancellation_token();
  EXPECT_FALSE(manager.RegisterCallback(token, [] { ADD_FAILURE(); }));
  EXPECT_FALSE(manager.DeregisterCallback(token));
  EXPECT_FALSE(manager.TryDeregisterCallback(token));
}

TEST(CancellationManager, DeregisterWaitsForRunningCallbacks) {
  CancellationManager manager;
  absl::Notification running;
  bool finished = false;
  const CancellationToken token = manager.get_cancellation_token();
  manager.RegisterCallback(token, [&] {
    running.Notify();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    finished = true;
  });
  std::thread canceller([&] { manager.StartCancel(); });
  running.WaitForNotification();
  EXPECT_FALSE(manager.TryDeregisterCallback(token));
  EXPECT_FALSE(manager.DeregisterCallback(token));
  EXPECT_TRUE(finished);
  canceller.join();
}

TEST(CancellationManager, GivesTokensThatDiffer) {
  CancellationManager manager;
  EXPECT_NE(manager.get_cancellation_token(), manager.get_cancellation_token());
}

}  // namespace
}  // namespace opgraft
