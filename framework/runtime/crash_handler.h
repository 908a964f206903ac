// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_CRASH_HANDLER_H_
#define FRAMEWORK_RUNTIME_CRASH_HANDLER_H_

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// From now on a crash of the process (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT) writes one line to
// standard error before the process dies of the signal as it would have, by whatever handler there
// was:
//
//   opgraft: SIGSEGV in Compute of {{node head/roi}} Roi (./roi.so, kernel of roi.cc:40, T=float)
//
// On a thread that no run works on, it tells which kernels ran meanwhile ("on another thread, while
// Compute of {{node ...}} ... ran"). Code of a node that ends the process by exit or quick_exit
// would pass for a success: that is told likewise, and the process ends with 70.
//
// A stack that overflows is told of too on the calling thread, which gets an alternate stack; on
// others only if they have one. For programs that own their process: the command and tests. A
// library must not call it. Once more does nothing. Thread-safe.
void InstallCrashHandler();
// What to advise if no kernel runs when the process crashes: "run with --check"; lives for ever.
void AdviseOnCrash(const char* advice);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_CRASH_HANDLER_H_
