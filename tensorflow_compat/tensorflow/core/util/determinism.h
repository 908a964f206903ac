// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_DETERMINISM_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_DETERMINISM_H_

#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// TensorFlow has faster kernels that differ from run to run; Opgraft has none.
inline bool OpDeterminismRequired() { return true; }
inline bool OpOrderDeterminismRequired() { return true; }
inline void EnableOpDeterminism(bool) {}

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_DETERMINISM_H_
