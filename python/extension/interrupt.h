// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef PYTHON_EXTENSION_INTERRUPT_H_
#define PYTHON_EXTENSION_INTERRUPT_H_

#include "framework/runtime/infer_request.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Around a run without the GIL: Ctrl-C cancels it. Python notes a signal and raises
// KeyboardInterrupt when the main thread is back in its own code, which may take as long as the
// run. So where the run is the main thread's and takes longer than some milliseconds, a thread of
// ours puts a handler before Python's, and cancels the request when the signal comes. A short run
// pays two stores for it.
class InterruptScope {
 public:
  explicit InterruptScope(InferRequest* request);
  ~InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;

 private:
  const bool is_watched_;
  InferRequest* outer_ = nullptr;
};

// In a process that was forked: the thread that watches is not there.
void ForgetInterruptWatch();

}  // namespace opgraft_internal

#endif  // PYTHON_EXTENSION_INTERRUPT_H_
