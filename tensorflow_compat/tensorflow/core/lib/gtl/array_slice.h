// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_ARRAY_SLICE_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_ARRAY_SLICE_H_

#include "absl/types/span.h"
#include "tensorflow/core/lib/gtl/inlined_vector.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace gtl {
template <typename T>
using ArraySlice = absl::Span<const T>;
template <typename T>
using MutableArraySlice = absl::Span<T>;
}  // namespace gtl
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_ARRAY_SLICE_H_
