// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_OPTIONAL_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_OPTIONAL_H_

#include "absl/types/optional.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace gtl {

template <typename T>
using optional = absl::optional<T>;
using absl::in_place;
using absl::make_optional;
using absl::nullopt;
using absl::nullopt_t;

}  // namespace gtl
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_OPTIONAL_H_
