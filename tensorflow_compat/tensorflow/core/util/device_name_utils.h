// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_DEVICE_NAME_UTILS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_DEVICE_NAME_UTILS_H_

#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// Takes "/job:a/replica:0/task:1/device:CPU:0" apart.
class DeviceNameUtils {
 public:
  struct ParsedName {
    bool has_job = false;
    std::string job;
    bool has_replica = false;
    int replica = 0;
    bool has_task = false;
    int task = 0;
    bool has_type = false;
    std::string type;
    bool has_id = false;
    int id = 0;
  };

  // False if the name is none.
  static bool ParseFullName(absl::string_view name, ParsedName* parsed) {
    *parsed = ParsedName();
    for (absl::string_view part : absl::StrSplit(name, '/', absl::SkipEmpty())) {
      if (!ParsePart(absl::StrSplit(part, ':'), parsed)) return false;
    }
    return true;
  }
  static bool ParseFullOrLocalName(absl::string_view name, ParsedName* parsed) {
    return ParseFullName(name, parsed);
  }

 private:
  static bool ParsePart(const std::vector<absl::string_view>& words, ParsedName* parsed) {
    const auto number = [&words](size_t i, int* value) {
      return words.size() == i + 1 && absl::SimpleAtoi(words[i], value);
    };
    if (words.size() == 2 && words[0] == "job") {
      parsed->job = std::string(words[1]);
      return parsed->has_job = true;
    }
    if (words[0] == "replica") return parsed->has_replica = number(1, &parsed->replica);
    if (words[0] == "task") return parsed->has_task = number(1, &parsed->task);
    const size_t type = words[0] == "device" ? 1 : 0;
    if (words.size() <= type) return false;
    parsed->has_type = true;
    parsed->type = std::string(words[type]);
    for (char& c : parsed->type) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    if (words.size() == type + 1 || words[type + 1] == "*") return true;
    return parsed->has_id = number(type + 1, &parsed->id);
  }
};

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_DEVICE_NAME_UTILS_H_
