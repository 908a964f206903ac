// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_ENV_VAR_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_ENV_VAR_H_

#include <cstdlib>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tensorflow/core/platform/status.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

namespace internal {
// Sets `*value` to the default if the environment has no such variable, else to what it says if
// `parse` takes it.
template <typename T, typename Parse>
absl::Status ReadFromEnvironment(absl::string_view name, T default_value, T* value,
                                 const char* type, Parse parse) {
  *value = default_value;
  const char* text = std::getenv(std::string(name).c_str());
  if (text == nullptr || parse(absl::string_view(text), value)) return absl::OkStatus();
  *value = default_value;
  return absl::InvalidArgumentError(absl::StrCat("Failed to parse the env-var ${", name, "} into ",
                                                 type, ": ", text,
                                                 ". Use the default value: ", default_value));
}
}  // namespace internal

// Read an environment variable; its absence gives the default. INVALID_ARGUMENT, with the default,
// if it does not parse.
inline absl::Status ReadBoolFromEnvVar(absl::string_view name, bool default_value, bool* value) {
  return internal::ReadFromEnvironment(name, default_value, value, "bool",
                                       [](absl::string_view text, bool* out) {
                                         const std::string lower = absl::AsciiStrToLower(text);
                                         *out = lower == "1" || lower == "true";
                                         return *out || lower == "0" || lower == "false";
                                       });
}
inline absl::Status ReadInt64FromEnvVar(absl::string_view name, int64 default_value, int64* value) {
  return internal::ReadFromEnvironment(
      name, default_value, value, "int64",
      [](absl::string_view text, int64* out) { return absl::SimpleAtoi(text, out); });
}
inline absl::Status ReadFloatFromEnvVar(absl::string_view name, float default_value, float* value) {
  return internal::ReadFromEnvironment(
      name, default_value, value, "float",
      [](absl::string_view text, float* out) { return absl::SimpleAtof(text, out); });
}
inline absl::Status ReadStringFromEnvVar(absl::string_view name, absl::string_view default_value,
                                         std::string* value) {
  const char* text = std::getenv(std::string(name).c_str());
  *value = text != nullptr ? std::string(text) : std::string(default_value);
  return absl::OkStatus();
}

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_ENV_VAR_H_
