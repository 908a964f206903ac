// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The `opgraft` command. It lives in libopgraft.so.0; the program is only a main() that calls it.
#ifndef TOOLS_CLI_COMMAND_H_
#define TOOLS_CLI_COMMAND_H_

#include <cstdint>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Runs one command line. Results go to standard output, errors and progress to standard error.
// Returns the exit code: 0 for success, 1 if the operation failed, 2 for a usage error.
// `count_allocations` returns how many the calling thread has made so far, for `bench`; null: they
// are not counted.
int CommandMain(int argc, char** argv, int64_t (*count_allocations)() = nullptr);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_COMMAND_H_
