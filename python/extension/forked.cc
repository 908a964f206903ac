// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "python/extension/forked.h"

#include <pthread.h>

#include <atomic>

#include "python/extension/interrupt.h"

namespace opgraft_internal {
namespace {

std::atomic<int> generation{0};

void AfterForkInChild() {
  generation.fetch_add(1);
  ForgetInterruptWatch();
}

}  // namespace

void WatchForks() { pthread_atfork(nullptr, nullptr, AfterForkInChild); }

int ForkGeneration() { return generation.load(std::memory_order_relaxed); }

// The GIL is held, so there is one caller at a time.
std::shared_ptr<Environment> OwnEnvironment() {
  static int made_in = 0;
  static auto* const own = new std::shared_ptr<Environment>(Environment::Default());
  if (made_in != ForkGeneration()) {
    made_in = ForkGeneration();
    // Never destroyed: its end would wait for threads that are not there.
    new std::shared_ptr<Environment>(*own);
    *own = std::make_shared<Environment>();
  }
  return *own;
}

}  // namespace opgraft_internal
