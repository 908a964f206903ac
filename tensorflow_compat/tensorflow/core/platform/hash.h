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
#include "framework/op/hash64.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

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
