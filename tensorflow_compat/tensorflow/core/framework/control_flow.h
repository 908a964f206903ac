// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_CONTROL_FLOW_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_CONTROL_FLOW_H_

#include "framework/kernel/op_kernel_context.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

inline constexpr uint64 kIllegalFrameId = ~0uLL;
inline constexpr int64_t kIllegalIterId = -1;

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_CONTROL_FLOW_H_
