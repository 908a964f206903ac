// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The options of the subcommands that run a model.
#ifndef TOOLS_CLI_RUN_OPTIONS_H_
#define TOOLS_CLI_RUN_OPTIONS_H_

#include <functional>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "framework/types/internal_namespace.h"
#include "tools/cli/subcommands.h"

namespace opgraft_internal {

using Action = std::function<absl::Status()>;

// Each adds a subcommand to `app`. Parsing fills `*arguments` and sets `*action`; both must outlive
// it.
void AddRun(CLI::App* app, RunArguments* arguments, Action* action);
void AddBench(CLI::App* app, BenchArguments* arguments, Action* action);
void AddProfile(CLI::App* app, ProfileArguments* arguments, Action* action);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_RUN_OPTIONS_H_
