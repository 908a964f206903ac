// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_MUTEX_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_MUTEX_H_

#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "tensorflow/core/platform/thread_annotations.h"
#include "tensorflow/opgraft_namespace.h"
#include "tensorflow_compat/platform/mutex.h"

namespace opgraft {

using mutex = core::Mutex;
using mutex_lock = core::MutexLock;
using tf_shared_lock = core::SharedLock;
using condition_variable = core::ConditionVariable;
using absl::Condition;
using core::LINKER_INITIALIZED;
using core::LinkerInitialized;

enum ConditionResult { kCond_Timeout, kCond_MaybeNotified };

inline ConditionResult WaitForMilliseconds(mutex_lock* lock, condition_variable* cv,
                                           int64_t milliseconds) {
  return cv->wait_for(*lock, std::chrono::milliseconds(milliseconds)) == std::cv_status::timeout
             ? kCond_Timeout
             : kCond_MaybeNotified;
}

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_MUTEX_H_
