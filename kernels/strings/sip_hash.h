// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_STRINGS_SIP_HASH_H_
#define KERNELS_STRINGS_SIP_HASH_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// SipHash-2-4 by J.-P. Aumasson and D. J. Bernstein (https://www.aumasson.jp/siphash): without the
// key, texts of equal hashes cannot be constructed.
struct SipKey {
  uint64_t words[2] = {0, 0};
};
uint64_t SipHash(const SipKey& key, absl::string_view text);

}  // namespace opgraft_internal

#endif  // KERNELS_STRINGS_SIP_HASH_H_
