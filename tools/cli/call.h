// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CLI_CALL_H_
#define TOOLS_CLI_CALL_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// One command line: what holds for every subcommand, and what the chosen one is to do.
struct Call {
  std::vector<std::string> libraries;           // of --load
  std::vector<std::string> loaded_ops;          // those that the libraries brought
  std::vector<std::string> compiler_arguments;  // what follows "--"
  int64_t (*count_allocations)() = nullptr;     // of the calling thread so far; null: not counted

  std::function<absl::Status()> action;  // set by the subcommand's callback
  bool checks_registrations = false;     // all of the program's, before the action
  bool problems = false;                 // found by `check` and its like: exit code 1
};

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_CALL_H_
