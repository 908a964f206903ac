// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_STATE_FILE_H_
#define FRAMEWORK_RUNTIME_STATE_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/runtime/model.h"
#include "framework/state/state_store.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The whole state of a request as a state file (state_seal.h).
absl::StatusOr<std::string> WriteState(const Model& model, const StateStore& variables);

// Replaces the state by that of `bytes`. INVALID_ARGUMENT, and nothing changes, if they are no
// state file, damaged, of a version this library does not know, or of other variables (by id, type
// and shape); RESOURCE_EXHAUSTED beyond the model's limits, or if the messages of the file would
// take far more memory than its bytes have a use for.
// `*warning` (may be null) is set to a sentence if the graph is another one, else to "".
absl::Status ReadState(absl::string_view bytes, const Model& model, StateStore* variables,
                       std::string* warning);

// The bytes of a state file. What is no state file is not read on: ReadState then says what is
// wrong.
absl::StatusOr<std::string> ReadStateFile(const std::string& path);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_STATE_FILE_H_
