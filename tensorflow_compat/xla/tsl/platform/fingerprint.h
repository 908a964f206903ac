// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_XLA_TSL_PLATFORM_FINGERPRINT_H_
#define TENSORFLOW_COMPAT_XLA_TSL_PLATFORM_FINGERPRINT_H_

#include "tensorflow/core/platform/hash.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_XLA_TSL_PLATFORM_FINGERPRINT_H_
