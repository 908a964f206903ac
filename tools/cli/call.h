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

// One command line: what holds for every subcommand, and what the chosen one is to do. Parsing
// fills it in; then the libraries are loaded and `action` is called. Plain data; not for several
// threads.
struct Call {
  // Files that --load names, in order.
  std::vector<std::string> libraries;
  // The ops that these libraries brought.
  std::vector<std::string> loaded_ops;
  // The words after "--", for the compiler.
  std::vector<std::string> compiler_arguments;
  // How many allocations the calling thread has made so far; null if they are not counted.
  int64_t (*count_allocations)() = nullptr;

  // What the command does. Set by the subcommand's callback; its error is printed.
  std::function<absl::Status()> action;
  // Whether all registrations of the program are checked before the action.
  bool checks_registrations = false;
  // Set by an action that found problems in what it checked: the exit code is 1.
  bool problems = false;
};

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_CALL_H_
