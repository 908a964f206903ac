// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The states of a thing that is never changed in place, such as a process-wide registry: readers
// take the newest without a lock and may hold on to it; a writer publishes another.
#ifndef FRAMEWORK_TYPES_SNAPSHOTS_H_
#define FRAMEWORK_TYPES_SNAPSHOTS_H_

#include <atomic>
#include <memory>
#include <utility>

namespace opgraft {

// A variable with static storage duration, there before any constructor runs and never destroyed.
// It keeps each snapshot for ever, a few bytes one: a reader may stand between the load of the
// pointer and the copy of what it points to. Newest() may be called by any thread at any time;
// Publish() by one thread at a time.
template <typename T>
class Snapshots {
 public:
  constexpr Snapshots() = default;
  Snapshots(const Snapshots&) = delete;
  Snapshots& operator=(const Snapshots&) = delete;

  // Null before the first.
  const std::shared_ptr<const T>* Newest() const {
    const Link* newest = newest_.load(std::memory_order_acquire);
    return newest == nullptr ? nullptr : &newest->snapshot;
  }

  void Publish(std::shared_ptr<const T> snapshot) {
    const Link* before = newest_.load(std::memory_order_relaxed);
    newest_.store(new Link{std::move(snapshot), before}, std::memory_order_release);
  }

 private:
  struct Link {
    std::shared_ptr<const T> snapshot;
    const Link* before;  // reachable, so that no leak checker takes it for lost
  };
  std::atomic<const Link*> newest_{nullptr};
};

}  // namespace opgraft

#endif  // FRAMEWORK_TYPES_SNAPSHOTS_H_
