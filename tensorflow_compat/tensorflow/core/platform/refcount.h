// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_REFCOUNT_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_REFCOUNT_H_

#include "framework/state/ref_counted.h"
#include "tensorflow/core/platform/logging.h"
#include "tensorflow/core/platform/mutex.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_REFCOUNT_H_
