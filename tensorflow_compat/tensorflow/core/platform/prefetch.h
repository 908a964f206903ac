// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_PREFETCH_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_PREFETCH_H_

#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace port {

enum PrefetchHint {
  PREFETCH_HINT_NTA = 0,
  PREFETCH_HINT_T2 = 1,
  PREFETCH_HINT_T1 = 2,
  PREFETCH_HINT_T0 = 3
};

template <PrefetchHint hint>
void prefetch(const void* address) {
  __builtin_prefetch(address, 0, hint);
}

}  // namespace port
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_PREFETCH_H_
