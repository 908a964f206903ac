// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_RANDOM_PHILOX_RANDOM_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_RANDOM_PHILOX_RANDOM_H_

#include "framework/kernel/philox_random.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_RANDOM_PHILOX_RANDOM_H_
