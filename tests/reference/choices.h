// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_REFERENCE_CHOICES_H_
#define TESTS_REFERENCE_CHOICES_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace opgraft {

// Decisions drawn from bytes: the same bytes give the same decisions. When the bytes are used up
// every choice is 0, so what is made from them should end soon when it meets zeros.
// Thread-compatible.
class Choices {
 public:
  explicit Choices(absl::string_view bytes) : bytes_(bytes) {}

  bool used_up() const { return next_ >= bytes_.size(); }
  // From 0 to n - 1. REQUIRES: 0 < n <= 65536.
  int Below(int n) {
    if (n <= 1) return 0;
    const int low = NextByte();
    return (n > 256 ? low + 256 * NextByte() : low) % n;
  }
  // False when the bytes are used up.
  bool OneIn(int n) { return Below(n) == n - 1; }
  // An element of an array or a vector, by value. REQUIRES: not empty.
  template <typename List>
  auto Of(const List& list) {
    return *(std::begin(list) + Below(static_cast<int>(std::size(list))));
  }

 private:
  int NextByte() { return used_up() ? 0 : static_cast<unsigned char>(bytes_[next_++]); }

  const std::string bytes_;
  size_t next_ = 0;
};

}  // namespace opgraft

#endif  // TESTS_REFERENCE_CHOICES_H_
