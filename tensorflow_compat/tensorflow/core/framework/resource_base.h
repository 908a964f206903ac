// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_RESOURCE_BASE_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_RESOURCE_BASE_H_

#include "framework/state/resource_base.h"
#include "tensorflow/core/platform/refcount.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_RESOURCE_BASE_H_
