// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_STATE_STATE_SCOPE_H_
#define FRAMEWORK_STATE_STATE_SCOPE_H_

#include <utility>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

class StateStore;

// While alive, `state` (may be null) is the state of the run that the calling thread works for:
// what a kernel's member finds that is given no context. Entered once a run, and by the thread pool
// for closures of kernels. Scopes nest; the inner one counts. Borrows the state. Belongs to the
// thread that makes it.
//
// Example:
//   const StateScope scope(request->state());
//   kernel->Compute(&context);  // GuardedPhiloxRandom asks StateScope::Current()
class StateScope {
 public:
  explicit StateScope(StateStore* state) : previous_(std::exchange(current_, state)) {}
  ~StateScope() { current_ = previous_; }
  StateScope(const StateScope&) = delete;
  StateScope& operator=(const StateScope&) = delete;

  // Null outside of every run.
  static StateStore* Current() { return current_; }

 private:
  // Not thread_local, which must be asked at each use whether it has a constructor.
  static __thread StateStore* current_;
  StateStore* const previous_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_STATE_STATE_SCOPE_H_
