// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// thread::ThreadPool; the constructors that take an Env are the class's own.
#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_THREADPOOL_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_THREADPOOL_H_

#include "framework/kernel/thread_pool.h"
#include "tensorflow/core/platform/env.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_THREADPOOL_H_
