// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/out_of_memory.h"

namespace opgraft_internal {
namespace {

// Never destroyed: threads may still run when the program ends.
const absl::Status* MakeError() {
  static const auto* const error = new absl::Status(absl::StatusCode::kResourceExhausted,
                                                    "this takes more memory than there is");
  return error;
}
const absl::Status* const made_at_start = MakeError();

}  // namespace

const absl::Status& OutOfMemoryError() {
  return made_at_start == nullptr ? *MakeError() : *made_at_start;
}

}  // namespace opgraft_internal
