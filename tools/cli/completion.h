// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CLI_COMPLETION_H_
#define TOOLS_CLI_COMPLETION_H_

#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"
#include "tools/cli/call.h"

namespace CLI {
class App;
}  // namespace CLI

namespace opgraft_internal {

// A script that completes the commands, options and values of the program `root` in `shell`: bash,
// zsh or fish. Files are completed where a value is named FILE, folders where it is named DIR. It
// is made from the declared options, so that it cannot fall behind them.
std::string CompletionScript(const CLI::App& root, absl::string_view shell);

// Adds the subcommand, as those of subcommands.h.
void AddCompletion(CLI::App* app, Call* call);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_COMPLETION_H_
