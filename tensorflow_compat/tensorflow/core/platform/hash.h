// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_HASH_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_HASH_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "absl/strings/string_view.h"
#include "framework/op/fingerprint.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// MurmurHash2's 64-bit form, as TensorFlow computes it: the same number on every machine.
inline uint64 Hash64(const char* data, size_t n, uint64 seed) {
  constexpr uint64 m = 0xc6a4a7935bd1e995;
  constexpr int r = 47;
  const auto load = [](const char* p, size_t bytes) {
    uint64 value = 0;
    for (size_t i = 0; i < bytes; ++i)
      value |= static_cast<uint64>(static_cast<unsigned char>(p[i])) << (8 * i);
    return value;
  };
  uint64 h = seed ^ (n * m);
  for (; n >= 8; data += 8, n -= 8) {
    uint64 k = load(data, 8) * m;
    k ^= k >> r;
    h = (h ^ (k * m)) * m;
  }
  if (n > 0) h = (h ^ load(data, n)) * m;
  h ^= h >> r;
  h *= m;
  return h ^ (h >> r);
}
inline uint64 Hash64(const char* data, size_t n) { return Hash64(data, n, 0xDECAFCAFFE); }
inline uint64 Hash64(absl::string_view text) { return Hash64(text.data(), text.size()); }
inline uint64 Hash64Combine(uint64 a, uint64 b) {
  return a ^ (b + 0x9e3779b97f4a7800ULL + (a << 10) + (a >> 4));
}
inline uint64 FingerprintCat64(uint64 a, uint64 b) {
  constexpr uint64 kMul = 0xc6a4a7935bd1e995ULL;
  const auto mix = [](uint64 v) { return v ^ (v >> 47); };
  uint64 result = a ^ kMul;
  result ^= mix(b * kMul) * kMul;
  result *= kMul;
  result = mix(result) * kMul;
  return mix(result);
}

template <typename T, typename = void>
struct hash : std::hash<T> {};
template <typename T>
struct hash<T*> : std::hash<T*> {};
template <>
struct hash<std::string> {
  size_t operator()(absl::string_view text) const { return static_cast<size_t>(Hash64(text)); }
};

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_HASH_H_
