// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_STATUSOR_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_STATUSOR_H_

#include "absl/status/statusor.h"
#include "framework/types/status_macros.h"
#include "tensorflow/core/platform/errors.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
using absl::StatusOr;
}  // namespace opgraft

#define TF_ASSIGN_OR_RETURN(lhs, ...) OPGRAFT_ASSIGN_OR_RETURN(lhs, __VA_ARGS__)

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_STATUSOR_H_
