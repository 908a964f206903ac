// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_FLATMAP_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_FLATMAP_H_

#include "absl/container/flat_hash_map.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace gtl {
template <typename Key, typename Value, typename... Rest>
using FlatMap = absl::flat_hash_map<Key, Value, Rest...>;
}  // namespace gtl
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_FLATMAP_H_
