// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_RANDOM_SIMPLE_PHILOX_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_RANDOM_SIMPLE_PHILOX_H_

#include "tensorflow/core/lib/random/random_distributions.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_RANDOM_SIMPLE_PHILOX_H_
