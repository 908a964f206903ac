// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/out_of_memory.h"

#include "absl/strings/str_cat.h"
#include "framework/types/exception_text.h"

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

absl::Status EscapedException() {
  return absl::InternalError(absl::StrCat("an op's code threw ", TextOfCurrentException()));
}

}  // namespace opgraft_internal
