// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_HASH64_H_
#define FRAMEWORK_OP_HASH64_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace opgraft {

// MurmurHash2's 64-bit form, as TensorFlow computes it: the same number on every machine. It exists
// for TensorFlow's sources that call it, and for ops whose results depend on it; new code that
// needs a hash that lasts takes Fingerprint64 (fingerprint.h), and one for a table absl::Hash. Not
// cryptographic. Thread-safe.
//
// Eight bytes a step; the rest, less than eight bytes, is one step more.
inline uint64_t Hash64(const char* data, size_t n, uint64_t seed) {
  constexpr uint64_t m = 0xc6a4a7935bd1e995;
  constexpr int r = 47;
  // Little-endian on every machine.
  const auto load = [](const char* p, size_t bytes) {
    uint64_t value = 0;
    for (size_t i = 0; i < bytes; ++i)
      value |= static_cast<uint64_t>(static_cast<unsigned char>(p[i])) << (8 * i);
    return value;
  };
  uint64_t h = seed ^ (n * m);
  for (; n >= 8; data += 8, n -= 8) {
    uint64_t k = load(data, 8) * m;
    k ^= k >> r;
    h = (h ^ (k * m)) * m;
  }
  if (n > 0) h = (h ^ load(data, n)) * m;
  h ^= h >> r;
  h *= m;
  return h ^ (h >> r);
}
// With TensorFlow's seed.
inline uint64_t Hash64(const char* data, size_t n) { return Hash64(data, n, 0xDECAFCAFFE); }
inline uint64_t Hash64(absl::string_view text) { return Hash64(text.data(), text.size()); }

}  // namespace opgraft

#endif  // FRAMEWORK_OP_HASH64_H_
