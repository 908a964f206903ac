// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// `opgraft gen`: wrappers and documentation made from the ops.
#ifndef TOOLS_CLI_GENERATE_H_
#define TOOLS_CLI_GENERATE_H_

#include "framework/types/internal_namespace.h"
#include "tools/cli/call.h"

namespace CLI {
class App;
}  // namespace CLI

namespace opgraft_internal {

// Adds the subcommand `gen` with its own: `gen python`, `gen cpp` and `gen docs`, as those of
// subcommands.h.
void AddGen(CLI::App* app, Call* call);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_GENERATE_H_
