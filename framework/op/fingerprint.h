// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_FINGERPRINT_H_
#define FRAMEWORK_OP_FINGERPRINT_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace opgraft {

// FarmHash's Fingerprint64: the same number on every machine and in every version, and the one
// TensorFlow prints. Distinguishes long lists of attrs in messages. Not cryptographic: collisions
// are easy to construct. Thread-safe.
uint64_t Fingerprint64(absl::string_view bytes);

}  // namespace opgraft

#endif  // FRAMEWORK_OP_FINGERPRINT_H_
