// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CHECKPOINT_CRC32C_H_
#define CHECKPOINT_CRC32C_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The checksum of Castagnoli's polynomial (RFC 3720, appendix B.4) of what `crc` is of, followed by
// `bytes`; of `bytes` alone. Thread-safe.
//
// Example: ExtendCrc32c(Crc32c("123"), "456789") == Crc32c("123456789") == 0xe3069283.
uint32_t ExtendCrc32c(uint32_t crc, absl::string_view bytes);
inline uint32_t Crc32c(absl::string_view bytes) { return ExtendCrc32c(0, bytes); }

// How LevelDB and TensorFlow store a checksum among the bytes that it is of: a checksum of bytes
// that hold checksums would lose its strength.
inline uint32_t MaskedCrc32c(uint32_t crc) { return ((crc >> 15) | (crc << 17)) + 0xa282ead8; }

}  // namespace opgraft_internal

#endif  // CHECKPOINT_CRC32C_H_
