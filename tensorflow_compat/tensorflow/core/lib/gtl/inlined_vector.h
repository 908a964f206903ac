// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_INLINED_VECTOR_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_INLINED_VECTOR_H_

#include "absl/container/inlined_vector.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace gtl {
using absl::InlinedVector;
}  // namespace gtl
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_INLINED_VECTOR_H_
