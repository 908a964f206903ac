// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The algorithm and its constants are those of FarmHash, Copyright (c) 2014 Google, Inc., under the
// MIT license (see NOTICE).
//
// A text is hashed by one of four functions, picked by its length: up to 16 bytes, up to 32, up to
// 64, longer. The longest one keeps seven words of state and mixes 64 bytes into it at a time; the
// last 64 bytes of the text are the last block, so they may overlap the one before. For example, a
// text of 150 bytes is mixed as the blocks [0, 64), [64, 128) and [86, 150).
#include "framework/op/fingerprint.h"

#include <cstddef>
#include <utility>

namespace opgraft {
namespace {

// The constants of the algorithm.
constexpr uint64_t k0 = 0xc3a5c85c97cb3127u;
constexpr uint64_t k1 = 0xb492b66fbe98f273u;
constexpr uint64_t k2 = 0x9ae16a3b2f90404fu;

using Pair = std::pair<uint64_t, uint64_t>;

// Little-endian, whatever the machine; compilers make one load of it.
uint64_t Fetch(const char* p, int bytes) {
  uint64_t value = 0;
  for (int i = bytes - 1; i >= 0; --i) value = value << 8 | static_cast<unsigned char>(p[i]);
  return value;
}
uint64_t Fetch64(const char* p) { return Fetch(p, 8); }
uint64_t Fetch32(const char* p) { return Fetch(p, 4); }
uint64_t Rotate(uint64_t v, int n) { return n == 0 ? v : (v >> n) | (v << (64 - n)); }
uint64_t ShiftMix(uint64_t v) { return v ^ (v >> 47); }

uint64_t HashLen16(uint64_t u, uint64_t v, uint64_t mul) {
  uint64_t a = (u ^ v) * mul;
  a ^= a >> 47;
  uint64_t b = (v ^ a) * mul;
  b ^= b >> 47;
  return b * mul;
}

uint64_t HashUpTo16(const char* s, size_t len) {
  if (len >= 8) {
    const uint64_t mul = k2 + len * 2;
    const uint64_t a = Fetch64(s) + k2;
    const uint64_t b = Fetch64(s + len - 8);
    const uint64_t c = Rotate(b, 37) * mul + a;
    const uint64_t d = (Rotate(a, 25) + b) * mul;
    return HashLen16(c, d, mul);
  }
  if (len >= 4) return HashLen16(len + (Fetch32(s) << 3), Fetch32(s + len - 4), k2 + len * 2);
  if (len == 0) return k2;
  const auto byte = [s](size_t i) {
    return static_cast<uint32_t>(static_cast<unsigned char>(s[i]));
  };
  const uint32_t y = byte(0) + (byte(len >> 1) << 8);
  const uint32_t z = static_cast<uint32_t>(len) + (byte(len - 1) << 2);
  return ShiftMix(y * k2 ^ z * k0) * k2;
}

uint64_t Hash17To32(const char* s, size_t len) {
  const uint64_t mul = k2 + len * 2;
  const uint64_t a = Fetch64(s) * k1;
  const uint64_t b = Fetch64(s + 8);
  const uint64_t c = Fetch64(s + len - 8) * mul;
  const uint64_t d = Fetch64(s + len - 16) * k2;
  return HashLen16(Rotate(a + b, 43) + Rotate(c, 30) + d, a + Rotate(b + k2, 18) + c, mul);
}

uint64_t Hash33To64(const char* s, size_t len) {
  const uint64_t mul = k2 + len * 2;
  const uint64_t a = Fetch64(s) * k2;
  const uint64_t b = Fetch64(s + 8);
  const uint64_t c = Fetch64(s + len - 8) * mul;
  const uint64_t d = Fetch64(s + len - 16) * k2;
  const uint64_t y = Rotate(a + b, 43) + Rotate(c, 30) + d;
  const uint64_t z = HashLen16(y, a + Rotate(b + k2, 18) + c, mul);
  const uint64_t e = Fetch64(s + 16) * mul;
  const uint64_t f = Fetch64(s + 24);
  const uint64_t g = (y + Fetch64(s + len - 32)) * mul;
  const uint64_t h = (z + Fetch64(s + len - 24)) * mul;
  return HashLen16(Rotate(e + f, 43) + Rotate(g, 30) + h, e + Rotate(f + a, 18) + g, mul);
}

Pair WeakHash32(const char* s, uint64_t a, uint64_t b) {
  const uint64_t w = Fetch64(s), x = Fetch64(s + 8), y = Fetch64(s + 16), z = Fetch64(s + 24);
  a += w;
  b = Rotate(b + a + z, 21);
  const uint64_t c = a;
  a += x + y;
  b += Rotate(a, 44);
  return {a + z, b + c};
}

uint64_t HashOver64(const char* s, size_t len) {
  constexpr uint64_t kSeed = 81;
  uint64_t x = kSeed;
  uint64_t y = kSeed * k1 + 113;
  uint64_t z = ShiftMix(y * k2 + 113) * k2;
  Pair v{0, 0}, w{0, 0};
  x = x * k2 + Fetch64(s);

  const char* const end = s + (len - 1) / 64 * 64;
  const char* const last64 = end + ((len - 1) & 63) - 63;
  for (; s != end; s += 64) {
    x = Rotate(x + y + v.first + Fetch64(s + 8), 37) * k1;
    y = Rotate(y + v.second + Fetch64(s + 48), 42) * k1;
    x ^= w.second;
    y += v.first + Fetch64(s + 40);
    z = Rotate(z + w.first, 33) * k1;
    v = WeakHash32(s, v.second * k1, x + w.first);
    w = WeakHash32(s + 32, z + w.second, y + Fetch64(s + 16));
    std::swap(z, x);
  }
  const uint64_t mul = k1 + ((z & 0xff) << 1);
  s = last64;
  w.first += (len - 1) & 63;
  v.first += w.first;
  w.first += v.first;
  x = Rotate(x + y + v.first + Fetch64(s + 8), 37) * mul;
  y = Rotate(y + v.second + Fetch64(s + 48), 42) * mul;
  x ^= w.second * 9;
  y += v.first * 9 + Fetch64(s + 40);
  z = Rotate(z + w.first, 33) * mul;
  v = WeakHash32(s, v.second * mul, x + w.first);
  w = WeakHash32(s + 32, z + w.second, y + Fetch64(s + 16));
  std::swap(z, x);
  return HashLen16(HashLen16(v.first, w.first, mul) + ShiftMix(y) * k0 + z,
                   HashLen16(v.second, w.second, mul) + x, mul);
}

}  // namespace

uint64_t Fingerprint64(absl::string_view bytes) {
  if (bytes.size() <= 16) return HashUpTo16(bytes.data(), bytes.size());
  if (bytes.size() <= 32) return Hash17To32(bytes.data(), bytes.size());
  if (bytes.size() <= 64) return Hash33To64(bytes.data(), bytes.size());
  return HashOver64(bytes.data(), bytes.size());
}

}  // namespace opgraft
