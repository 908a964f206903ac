// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// `opgraft check`, by itself: it is fuzzed.
#ifndef TOOLS_CLI_CHECK_MODEL_H_
#define TOOLS_CLI_CHECK_MODEL_H_

#include "absl/status/status.h"
#include "framework/types/internal_namespace.h"
#include "tools/cli/call.h"
#include "tools/cli/load_model.h"

namespace CLI {
class App;
}  // namespace CLI

namespace opgraft_internal {

// Adds the subcommand `check` to `app`. Parsing fills in `*call`, which must outlive `app`.
void AddCheck(CLI::App* app, Call* call);

// Prints every problem of the model, or a summary if it has none. `*problems` says whether it has.
// The status is OK for both; errors are those of a file that cannot be read, as NOT_FOUND.
absl::Status CheckModel(const ModelArguments& arguments, bool* problems);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_CHECK_MODEL_H_
