// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Versions of an immutable value, such as a process-wide registry: readers take the newest without
// a lock and may keep it; a writer publishes another.
//
// The versions form a list, newest first, and a pointer names its head. A reader loads the pointer
// and copies the shared_ptr behind it. A writer prepends a link and then moves the pointer:
//
//     newest_ --> [v3] --> [v2] --> [v1]
//                   ^        ^
//                   |        a reader that loaded the pointer before v3 came copies v2
//                   readers from now on
//
// A reader may be anywhere between its load and its copy, so no link is ever removed: that is what
// makes a lock, a reference count on the list and hazard pointers unnecessary.
#ifndef FRAMEWORK_TYPES_SNAPSHOTS_H_
#define FRAMEWORK_TYPES_SNAPSHOTS_H_

#include <atomic>
#include <memory>
#include <utility>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The list of versions. Meant for static storage: it is initialised before any constructor runs and
// never destroyed. It keeps a reference to every version, so publish rarely. Thread safety:
// Newest() may be called by any thread at any time, Publish() by one thread at a time. Neither
// fails.
//
// Example:
//
//   Snapshots<Registry> registries;
//   registries.Publish(std::make_shared<const Registry>(...));
//   std::shared_ptr<const Registry> mine = *registries.Newest();  // stays valid, never changes
template <typename T>
class Snapshots {
 public:
  constexpr Snapshots() = default;
  Snapshots(const Snapshots&) = delete;
  Snapshots& operator=(const Snapshots&) = delete;

  // The newest version; null before the first Publish. The pointer stays valid for ever, so a
  // caller copies the shared_ptr only to keep the version.
  const std::shared_ptr<const T>* Newest() const {
    const Link* newest = newest_.load(std::memory_order_acquire);
    return newest == nullptr ? nullptr : &newest->snapshot;
  }

  // Makes `snapshot` the newest version.
  void Publish(std::shared_ptr<const T> snapshot) {
    const Link* before = newest_.load(std::memory_order_relaxed);
    newest_.store(new Link{std::move(snapshot), before}, std::memory_order_release);
  }

 private:
  struct Link {
    std::shared_ptr<const T> snapshot;
    // Reachable, so that no leak checker takes it for lost.
    const Link* before;
  };
  std::atomic<const Link*> newest_{nullptr};
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TYPES_SNAPSHOTS_H_
