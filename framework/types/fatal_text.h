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
// It holds 4,096 bytes, and what does not fit is cut off; control characters become '?'.
// Thread-compatible: each handler has its own, on its stack.
//
// Example:
//   FatalText text;
//   text.Append("opgraft: signal ").Append(11).WriteTo(STDERR_FILENO);
class FatalText {
 public:
  FatalText& Append(absl::string_view text);
  FatalText& Append(int64_t number);
  // What was appended so far; valid until the next Append.
  absl::string_view text() const { return {text_, size_}; }
  // Writes the text and an end of line to the file descriptor `file`.
  void WriteTo(int file) const;

 private:
  static constexpr size_t kMaxBytes = 4096;

  char text_[kMaxBytes];
  size_t size_ = 0;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TYPES_FATAL_TEXT_H_
