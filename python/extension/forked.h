// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef PYTHON_EXTENSION_FORKED_H_
#define PYTHON_EXTENSION_FORKED_H_

#include <memory>

#include "framework/runtime/environment.h"
#include "framework/types/internal_namespace.h"

// What os.fork() leaves of this process: the memory, and the thread that called it. Others, which
// may have been inside a run or hold a lock, are gone.
namespace opgraft_internal {

// Called once, when the module is imported.
void WatchForks();
// How many forks lie between the process that imported the module and this one.
int ForkGeneration();
// The process's own: that of a parent has threads that are not here.
std::shared_ptr<Environment> OwnEnvironment();

}  // namespace opgraft_internal

#endif  // PYTHON_EXTENSION_FORKED_H_
