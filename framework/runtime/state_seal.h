// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_STATE_SEAL_H_
#define FRAMEWORK_RUNTIME_STATE_SEAL_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A state file is a header and a State message (proto/state.proto). The header, numbers little-
// endian:
//
//   0   "opgraft state\n", then two zeros
//   16  version
//   24  bytes of the message
//   32  Fingerprint64 of the message
//
// So a reader knows after 40 bytes whether to read on, and damage is found before the message is
// looked at.
inline constexpr int64_t kStateHeaderBytes = 40;
// As much as a message may be.
inline constexpr int64_t kMaxStateBytes = INT32_MAX;

// Writes the header of `*file`, whose first kStateHeaderBytes are free for it and whose other bytes
// are the message.
void SealState(std::string* file);

// The bytes of the message that a header announces. INVALID_ARGUMENT if it is no header, or of a
// version that this library does not know.
absl::StatusOr<int64_t> StateBytesOf(absl::string_view header);

// The message of a whole file. INVALID_ARGUMENT if the file is none, is damaged, or has another
// length than it says.
absl::StatusOr<absl::string_view> UnsealState(absl::string_view file);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_STATE_SEAL_H_
