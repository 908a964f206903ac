// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CLI_USAGE_ERROR_H_
#define TOOLS_CLI_USAGE_ERROR_H_

#include <string>

#include "CLI/CLI.hpp"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What to tell of a command line that could not be parsed, in one line: "opgraft: unknown command
// 'rnu'; nearest: run. See 'opgraft help'." `app` is the program's, as the failed parse left it.
std::string UsageError(const CLI::App& app, const CLI::ParseError& error);

// "unknown command 'rnu'; nearest: run".
std::string UnknownCommand(const CLI::App& app, const std::string& name);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_USAGE_ERROR_H_
