// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef PYTHON_EXTENSION_INTERRUPT_H_
#define PYTHON_EXTENSION_INTERRUPT_H_

#include "framework/kernel/cancellation.h"
#include "framework/runtime/infer_request.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Around a run, a load or a compile, without the GIL: Ctrl-C cancels it. Python notes a signal and
// raises KeyboardInterrupt when the main thread is back in its own code, which may take as long as
// the run. So while the main thread runs models, our handler is installed before Python's, and a
// thread cancels a run that has lasted for some milliseconds when a signal has come since its
// begin. A short run pays two stores for it; the handler is removed after a second without runs.
class InterruptScope {
 public:
  explicit InterruptScope(InferRequest* request) : InterruptScope(request, nullptr) {}
  explicit InterruptScope(CancellationManager* load) : InterruptScope(nullptr, load) {}
  ~InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;

  // From any thread, while the object lives.
  void Cancel() const;

 private:
  InterruptScope(InferRequest* request, CancellationManager* load);

  // One of them is null.
  InferRequest* const request_;
  CancellationManager* const load_;
  const bool is_watched_;
  const InterruptScope* outer_ = nullptr;
};

// Before a run, under the GIL: false, with Python's error set, if a signal has come that Python has
// not handled yet and whose handler raises. What it has handled does not cancel the run.
bool HandleEarlierInterrupt();

// In a process that was forked: the thread that watches is not there.
void ForgetInterruptWatch();

}  // namespace opgraft_internal

#endif  // PYTHON_EXTENSION_INTERRUPT_H_
