// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_RUN_SCOPE_H_
#define FRAMEWORK_RUNTIME_RUN_SCOPE_H_

#include <memory>

#include "absl/base/attributes.h"
#include "framework/runtime/busy_flag.h"
#include "framework/tensor/access_error.h"
#include "framework/tensor/tensor_buffer.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// All that a run marks on its thread: the request is busy, memory is charged to it, kernels
// compute. The thread that enters may leave and another go on: Detach on the one, then Attach on
// the other, in that order (synchronised by the caller). In between no thread is inside, and the
// request stays busy. Entering, leaving and nothing else takes no lock and no atomic
// read-modify-write on the thread that the request ran on last. Thread-compatible.
//
// Example: a server's thread reads the inputs, a worker runs.
//
//   auto scope = std::make_shared<RunScope>(request->busy(), request->budget());
//   if (!scope->entered()) return Busy();
//   scope->Detach();
//   pool->Schedule([scope] { scope->Attach(); Run(); });  // leaves when the last copy goes
class RunScope {
 public:
  // Enters on the calling thread, if `busy` is free. Both are borrowed.
  RunScope(BusyFlag* busy, const std::shared_ptr<MemoryBudget>& budget)
      : busy_(busy), budget_(budget), entered_(busy->TryEnter()), attached_(entered_) {
    if (entered_) MarkThread();
  }
  // REQUIRES: on the thread that the scope is attached to, or on none. Inlined even where an
  // exception leaves: else the scope lies in memory, which each run would write and read.
  ABSL_ATTRIBUTE_ALWAYS_INLINE ~RunScope() {
    if (attached_) UnmarkThread();
    if (entered_) busy_->Leave();
  }
  RunScope(const RunScope&) = delete;
  RunScope& operator=(const RunScope&) = delete;

  // False: somebody else is inside, and the scope does nothing.
  bool entered() const { return entered_; }

  // Leaves the thread that the scope is attached to; the request stays busy. REQUIRES: entered(),
  // and scopes that were opened inside are closed.
  void Detach() {
    UnmarkThread();
    attached_ = false;
    busy_->Detach();
  }
  // Goes on upon the calling thread. REQUIRES: detached.
  void Attach() {
    busy_->Attach();
    MarkThread();
    attached_ = true;
  }

 private:
  void MarkThread() {
    outer_budget_ = MemoryScope::Exchange(&budget_);
    AccessScope::Enter();
  }
  void UnmarkThread() const {
    AccessScope::Leave();
    MemoryScope::Exchange(outer_budget_);
  }

  BusyFlag* const busy_;
  const std::shared_ptr<MemoryBudget>& budget_;
  const bool entered_;
  bool attached_;
  const std::shared_ptr<MemoryBudget>* outer_budget_;  // of the thread, before it was marked
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_RUN_SCOPE_H_
