// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NUMERIC_TYPES_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NUMERIC_TYPES_H_

#include "Eigen/Core"
#include "framework/types/numeric_types.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NUMERIC_TYPES_H_
