// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CLI_FETCHES_H_
#define TOOLS_CLI_FETCHES_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/types/internal_namespace.h"
#include "tools/cli/load_model.h"

namespace opgraft_internal {

// Those of --fetch that are tensors of the model. Those that name a variable are left out: its
// value is there after each run. An own error (own_error.h) for other names, with the nearest.
absl::StatusOr<std::vector<std::string>> FetchedTensors(const std::vector<std::string>& fetches,
                                                        const LoadedModel& model);
// An own error for a --target that is no node of the model, with the nearest.
absl::Status CheckTargets(const std::vector<std::string>& targets, const LoadedModel& model);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_FETCHES_H_
