// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_PTR_UTIL_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_PTR_UTIL_H_

#include <memory>
#include <utility>

#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

template <typename T, typename... Args>
std::unique_ptr<T> MakeUnique(Args&&... args) {
  return std::make_unique<T>(std::forward<Args>(args)...);
}

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_PTR_UTIL_H_
