// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_STRINGPIECE_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_STRINGPIECE_H_

#include "absl/strings/string_view.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
using StringPiece = absl::string_view;
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_STRINGPIECE_H_
