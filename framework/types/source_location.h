// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The place of a registration in its author's source: shown in every message about it.
#ifndef FRAMEWORK_TYPES_SOURCE_LOCATION_H_
#define FRAMEWORK_TYPES_SOURCE_LOCATION_H_

namespace opgraft {

// A file and a line, for messages about registrations. `file` is a string literal and never freed.
// Plain data; thread-compatible. Made by a default argument of the callee, so that it is the
// caller's:
//
//   void Attr(SpecText spec, SourceLocation where = SourceLocation::Here());
struct SourceLocation {
  const char* file = "";
  int line = 0;

  // The place of the call, or of the call whose default argument this is.
  static constexpr SourceLocation Here(const char* file = __builtin_FILE(),
                                       int line = __builtin_LINE()) {
    return {file, line};
  }
};

}  // namespace opgraft

#endif  // FRAMEWORK_TYPES_SOURCE_LOCATION_H_
