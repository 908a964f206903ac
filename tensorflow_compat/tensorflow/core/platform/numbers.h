// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_NUMBERS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_NUMBERS_H_

#include <cstdio>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace strings {

// True, and `*value` is set, if `text` is a number of the type and nothing else but blanks around
// it.
inline bool safe_strto32(absl::string_view text, int32* value) {
  return absl::SimpleAtoi(text, value);
}
inline bool safe_strto64(absl::string_view text, int64* value) {
  return absl::SimpleAtoi(text, value);
}
inline bool safe_strtou32(absl::string_view text, uint32* value) {
  return absl::SimpleAtoi(text, value);
}
inline bool safe_strtou64(absl::string_view text, uint64* value) {
  return absl::SimpleAtoi(text, value);
}
inline bool safe_strtof(absl::string_view text, float* value) {
  return absl::SimpleAtof(text, value);
}
inline bool safe_strtod(absl::string_view text, double* value) {
  return absl::SimpleAtod(text, value);
}
inline bool ProtoParseNumeric(absl::string_view text, int32* value) {
  return safe_strto32(text, value);
}
inline bool ProtoParseNumeric(absl::string_view text, int64* value) {
  return safe_strto64(text, value);
}
inline bool ProtoParseNumeric(absl::string_view text, uint32* value) {
  return safe_strtou32(text, value);
}
inline bool ProtoParseNumeric(absl::string_view text, uint64* value) {
  return safe_strtou64(text, value);
}
inline bool ProtoParseNumeric(absl::string_view text, float* value) {
  return safe_strtof(text, value);
}
inline bool ProtoParseNumeric(absl::string_view text, double* value) {
  return safe_strtod(text, value);
}

// Any of these, by the type of `value`.
template <typename T>
bool SafeStringToNumeric(absl::string_view text, T* value) {
  return ProtoParseNumeric(text, value);
}

namespace internal {
// `value` in steps of `base`, with two digits after the point from the second unit on.
inline std::string Human(double value, double base, const char* const* units, int count) {
  int unit = 0;
  const double sign = value < 0 ? -1 : 1;
  for (value *= sign; value >= base && unit + 1 < count; ++unit) value /= base;
  char text[64];
  std::snprintf(text, sizeof(text), unit == 0 ? "%.0f%s" : "%.2f%s", sign * value, units[unit]);
  return text;
}
}  // namespace internal

// "1.23M", "1.20MiB", "3.5 s".
inline std::string HumanReadableNum(int64 value) {
  static constexpr const char* kUnits[] = {"", "k", "M", "B", "T", "P", "E"};
  return internal::Human(static_cast<double>(value), 1e3, kUnits, 7);
}
inline std::string HumanReadableNumBytes(int64 bytes) {
  static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  return internal::Human(static_cast<double>(bytes), 1024, kUnits, 7);
}
inline std::string HumanReadableElapsedTime(double seconds) {
  char text[64];
  if (seconds < 1e-3) {
    std::snprintf(text, sizeof(text), "%0.3g us", seconds * 1e6);
  } else if (seconds < 1) {
    std::snprintf(text, sizeof(text), "%0.3g ms", seconds * 1e3);
  } else {
    std::snprintf(text, sizeof(text), "%0.3g s", seconds);
  }
  return text;
}

}  // namespace strings
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_NUMBERS_H_
