// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_CPU_INFO_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_CPU_INFO_H_

#include <thread>

#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace port {

// Threads that the machine runs at once.
inline int MaxParallelism() {
  const int threads = static_cast<int>(std::thread::hardware_concurrency());
  return threads < 1 ? 1 : threads;
}
inline int MaxParallelism(int) { return MaxParallelism(); }
inline int NumSchedulableCPUs() { return MaxParallelism(); }
inline int NumTotalCPUs() { return MaxParallelism(); }
inline int NumHyperthreadsPerCore() { return 1; }

inline constexpr bool kLittleEndian = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

}  // namespace port
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_CPU_INFO_H_
