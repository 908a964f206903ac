// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_SPEC_TEXT_H_
#define FRAMEWORK_TYPES_SPEC_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

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
  constexpr SpecText(const char (&text)[kSize])  // NOLINT: implicit
      : SpecText(absl::string_view(text), /*is_array=*/true) {}
  template <typename Pointer, typename = std::enable_if_t<std::is_same_v<Pointer, const char*> ||
                                                          std::is_same_v<Pointer, char*>>>
  constexpr SpecText(const Pointer& text)  // NOLINT: implicit
      : SpecText(absl::string_view(text), /*is_array=*/false) {}
  SpecText(const std::string& text)  // NOLINT: implicit
      : SpecText(absl::string_view(text), /*is_array=*/false) {}

  constexpr absl::string_view text() const { return absl::string_view(data_, size_); }
  constexpr bool is_array() const { return is_array_; }

 private:
  constexpr SpecText(absl::string_view text, bool is_array)
      : data_(text.data()), size_(static_cast<uint32_t>(text.size())), is_array_(is_array) {}

  const char* data_;
  // 32 bits, so that a SpecText is two words and is passed in registers.
  uint32_t size_;
  bool is_array_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_TYPES_SPEC_TEXT_H_
