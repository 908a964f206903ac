// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_FLATSET_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_FLATSET_H_

#include "absl/container/flat_hash_set.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace gtl {
template <typename Key, typename... Rest>
using FlatSet = absl::flat_hash_set<Key, Rest...>;
}  // namespace gtl
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_FLATSET_H_
