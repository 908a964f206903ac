// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_CORE_BLOCKING_COUNTER_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_CORE_BLOCKING_COUNTER_H_

#include "tensorflow/core/platform/blocking_counter.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_CORE_BLOCKING_COUNTER_H_
