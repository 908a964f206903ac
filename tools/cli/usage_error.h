// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CLI_USAGE_ERROR_H_
#define TOOLS_CLI_USAGE_ERROR_H_

#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// One line about a command line that could not be parsed: "opgraft: unknown command 'rnu'; nearest:
// run. See 'opgraft help'." `app` is the program's, as the failed parse left it: it knows which
// command the error belongs to.
std::string UsageError(const CLI::App& app, const CLI::ParseError& error);

// The command that the words name, below `app`: {"gen", "cpp"}. Throws a CLI::ValidationError with
// the nearest name if there is no such command.
const CLI::App& FindCommand(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_USAGE_ERROR_H_
