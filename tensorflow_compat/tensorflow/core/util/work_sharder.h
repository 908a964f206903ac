// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_WORK_SHARDER_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_WORK_SHARDER_H_

#include "framework/kernel/work_sharder.h"
#include "tensorflow/core/lib/core/threadpool.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_WORK_SHARDER_H_
