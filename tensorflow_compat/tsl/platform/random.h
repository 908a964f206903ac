// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TSL_PLATFORM_RANDOM_H_
#define TENSORFLOW_COMPAT_TSL_PLATFORM_RANDOM_H_

#include "tensorflow/core/platform/random.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TSL_PLATFORM_RANDOM_H_
