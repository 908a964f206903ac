// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/strings/sip_hash.h"

#include <cstddef>

namespace opgraft_internal {
namespace {

uint64_t RotateLeft(uint64_t x, int by) { return x << by | x >> (64 - by); }

class SipState {
 public:
  explicit SipState(const SipKey& key)
      : v0_(key.words[0] ^ 0x736f6d6570736575),
        v1_(key.words[1] ^ 0x646f72616e646f6d),
        v2_(key.words[0] ^ 0x6c7967656e657261),
        v3_(key.words[1] ^ 0x7465646279746573) {}

  void Add(uint64_t word) {
    v3_ ^= word;
    Round();
    Round();
    v0_ ^= word;
  }

  uint64_t Finish() {
    v2_ ^= 0xff;
    for (int i = 0; i < 4; ++i) Round();
    return v0_ ^ v1_ ^ v2_ ^ v3_;
  }

 private:
  void Round() {
    v0_ += v1_;
    v1_ = RotateLeft(v1_, 13) ^ v0_;
    v0_ = RotateLeft(v0_, 32);
    v2_ += v3_;
    v3_ = RotateLeft(v3_, 16) ^ v2_;
    v0_ += v3_;
    v3_ = RotateLeft(v3_, 21) ^ v0_;
    v2_ += v1_;
    v1_ = RotateLeft(v1_, 17) ^ v2_;
    v2_ = RotateLeft(v2_, 32);
  }

  uint64_t v0_, v1_, v2_, v3_;
};

// Up to eight bytes, the first the lowest.
uint64_t Load(absl::string_view bytes) {
  uint64_t word = 0;
  for (size_t i = 0; i < bytes.size(); ++i)
    word |= static_cast<uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  return word;
}

}  // namespace

uint64_t SipHash(const SipKey& key, absl::string_view text) {
  SipState state(key);
  const uint64_t length = text.size();
  for (; text.size() >= 8; text.remove_prefix(8)) state.Add(Load(text.substr(0, 8)));
  state.Add(length << 56 | Load(text));
  return state.Finish();
}

}  // namespace opgraft_internal
