// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_FATAL_TEXT_H_
#define FRAMEWORK_TYPES_FATAL_TEXT_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// One line of text, put together and written by a signal handler: without memory, locks or locale.
// What does not fit is cut off; control characters become '?'. Thread-compatible.
class FatalText {
 public:
  FatalText& Append(absl::string_view text);
  FatalText& Append(int64_t number);
  absl::string_view text() const { return {text_, size_}; }
  // Writes the text and an end of line.
  void WriteTo(int file) const;

 private:
  static constexpr size_t kMostBytes = 4096;

  char text_[kMostBytes];
  size_t size_ = 0;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TYPES_FATAL_TEXT_H_
