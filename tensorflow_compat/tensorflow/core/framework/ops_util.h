// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_OPS_UTIL_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_OPS_UTIL_H_

#include "tensorflow/core/kernels/ops_util.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_OPS_UTIL_H_
