// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CLI_USAGE_ERROR_H_
#define TOOLS_CLI_USAGE_ERROR_H_

#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What to tell of a command line that could not be parsed, in one line: "opgraft: unknown command
// 'rnu'; nearest: run. See 'opgraft help'." `app` is the program's, as the failed parse left it.
std::string UsageError(const CLI::App& app, const CLI::ParseError& error);

// The command that the words name, from `app` on: "gen", "cpp". Throws a CLI::ValidationError that
// names the nearest if there is none.
const CLI::App& FindCommand(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_USAGE_ERROR_H_
