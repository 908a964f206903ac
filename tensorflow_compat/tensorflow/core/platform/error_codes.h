// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The codes of a Status under the names of before TensorFlow 2.9; they compare with
// absl::StatusCode and construct a Status.
#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_ERROR_CODES_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_ERROR_CODES_H_

#include <string>

#include "absl/status/status.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace error {

enum Code : int {
  OK = 0,
  CANCELLED = 1,
  UNKNOWN = 2,
  INVALID_ARGUMENT = 3,
  DEADLINE_EXCEEDED = 4,
  NOT_FOUND = 5,
  ALREADY_EXISTS = 6,
  PERMISSION_DENIED = 7,
  RESOURCE_EXHAUSTED = 8,
  FAILED_PRECONDITION = 9,
  ABORTED = 10,
  OUT_OF_RANGE = 11,
  UNIMPLEMENTED = 12,
  INTERNAL = 13,
  UNAVAILABLE = 14,
  DATA_LOSS = 15,
  UNAUTHENTICATED = 16,
};

inline bool operator==(absl::StatusCode a, Code b) {
  return static_cast<int>(a) == static_cast<int>(b);
}
inline bool operator==(Code a, absl::StatusCode b) { return b == a; }
inline bool operator!=(absl::StatusCode a, Code b) { return !(a == b); }
inline bool operator!=(Code a, absl::StatusCode b) { return !(b == a); }

inline std::string Code_Name(Code code) {
  return absl::StatusCodeToString(static_cast<absl::StatusCode>(code));
}
inline std::string Code_Name(absl::StatusCode code) { return absl::StatusCodeToString(code); }

}  // namespace error
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_ERROR_CODES_H_
