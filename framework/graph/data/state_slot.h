// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_DATA_STATE_SLOT_H_
#define FRAMEWORK_GRAPH_DATA_STATE_SLOT_H_

#include <memory>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

struct GraphState;  // variables/variables.h

// Keeps with an immutable graph what its state was found to be, so that it is found once. A copy
// starts empty: it is made to be changed. Thread-safe: two threads may look for the state at one
// time, and both go on with what the first of them kept.
//
// Example:
//   if (auto known = slot.Get(); known != nullptr) return known;
//   return slot.Keep(FindState(graph));
class StateSlot {
 public:
  StateSlot() = default;
  StateSlot(const StateSlot&) {}
  StateSlot& operator=(const StateSlot&) = delete;

  // Null if it was not found yet.
  std::shared_ptr<const GraphState> Get() const {
    absl::MutexLock lock(&mutex_);
    return state_;
  }
  // Keeps `state` if nothing is kept yet. Returns what is kept, which may be another thread's.
  std::shared_ptr<const GraphState> Keep(std::shared_ptr<const GraphState> state) const {
    absl::MutexLock lock(&mutex_);
    if (state_ == nullptr) state_ = std::move(state);
    return state_;
  }

 private:
  mutable absl::Mutex mutex_;
  mutable std::shared_ptr<const GraphState> state_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_DATA_STATE_SLOT_H_
