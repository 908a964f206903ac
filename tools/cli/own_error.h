// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CLI_OWN_ERROR_H_
#define TOOLS_CLI_OWN_ERROR_H_

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Marks an error about what the user gave to the command, such as the value of an input or the name
// of a file. It is printed without its code, which tells a user nothing.
inline absl::Status OwnError(absl::Status status) {
  status.SetPayload("opgraft/own_error", absl::Cord());
  return status;
}

inline bool IsOwnError(const absl::Status& status) {
  return status.GetPayload("opgraft/own_error").has_value();
}

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_OWN_ERROR_H_
