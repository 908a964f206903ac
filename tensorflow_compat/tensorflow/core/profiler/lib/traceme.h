// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PROFILER_LIB_TRACEME_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PROFILER_LIB_TRACEME_H_

#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace profiler {

// Marks a stretch of time for TensorFlow's profiler, which is not here: does nothing, and does not
// make the name.
class TraceMe {
 public:
  template <typename Name>
  explicit TraceMe(Name&&, int = 1) {}
  void Stop() {}
  template <typename Name>
  void AppendMetadata(Name&&) {}
  static bool Active(int = 1) { return false; }
};

template <typename... Args>
const char* TraceMeEncode(Args&&...) {
  return "";
}

}  // namespace profiler
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PROFILER_LIB_TRACEME_H_
