// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_SPEC_TEXT_H_
#define FRAMEWORK_TYPES_SPEC_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "absl/base/attributes.h"
#include "absl/strings/string_view.h"

namespace opgraft {

// A text that an author gives to a registration, and whether it is an array, as a literal is. Made
// of any string by the call that takes it. A registration that lives as long as the program borrows
// an array, which does too, and copies every other string. So ops by the thousand are registered
// before main() with hardly an allocation. Borrows the text; lives as long as the call.
//
// Example:
//   void Add(SpecText text);
//   Add("T: type");             // text.is_array()
//   Add(StrCat("T: ", types));  // not
class SpecText {
 public:
  // Up to its first NUL.
  template <size_t kSize>
  ABSL_ATTRIBUTE_ALWAYS_INLINE constexpr SpecText(const char (&text)[kSize])  // NOLINT: implicit
      : SpecText(text, __builtin_strlen(text), /*is_array=*/true) {}
  template <typename Pointer, typename = std::enable_if_t<std::is_same_v<Pointer, const char*> ||
                                                          std::is_same_v<Pointer, char*>>>
  constexpr SpecText(const Pointer& text)  // NOLINT: implicit
      : SpecText(text, __builtin_strlen(text), /*is_array=*/false) {}
  SpecText(const std::string& text)  // NOLINT: implicit
      : SpecText(text.data(), text.size(), /*is_array=*/false) {}

  constexpr absl::string_view text() const { return absl::string_view(data_, size_times_2_ / 2); }
  constexpr bool is_array() const { return size_times_2_ % 2 != 0; }

 private:
  // Inline where functions are made small too: it makes constants of a literal.
  ABSL_ATTRIBUTE_ALWAYS_INLINE constexpr SpecText(const char* data, size_t size, bool is_array)
      : data_(data), size_times_2_(static_cast<uint32_t>(size) * 2 + (is_array ? 1 : 0)) {}

  const char* data_;
  // One more for an array. 32 bits, so that a SpecText is passed in registers, and the second of a
  // literal's is a constant of 32 bits in the code: some ten thousand texts are passed.
  uint32_t size_times_2_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_TYPES_SPEC_TEXT_H_
