// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_CASTS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_CASTS_H_

#include "absl/base/casts.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

using absl::bit_cast;
using absl::implicit_cast;
template <typename To, typename From>
To down_cast(From* from) {
  return static_cast<To>(from);
}

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_CASTS_H_
