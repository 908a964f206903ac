// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The place of a registration in its author's source: shown in every message about it.
#ifndef FRAMEWORK_TYPES_SOURCE_LOCATION_H_
#define FRAMEWORK_TYPES_SOURCE_LOCATION_H_

namespace opgraft {

// A file and a line. `file` is a string literal and never freed. Made by a default argument of the
// callee:
//   void Attr(std::string_view spec, SourceLocation where = SourceLocation::Here()); A value;
// thread-compatible.
struct SourceLocation {
  const char* file = "";
  int line = 0;

  static constexpr SourceLocation Here(const char* file = __builtin_FILE(),
                                       int line = __builtin_LINE()) {
    return {file, line};
  }
};

}  // namespace opgraft

#endif  // FRAMEWORK_TYPES_SOURCE_LOCATION_H_
