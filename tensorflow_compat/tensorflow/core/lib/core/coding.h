// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_CORE_CODING_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_CORE_CODING_H_

#include "tensorflow/core/platform/coding.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_CORE_CODING_H_
