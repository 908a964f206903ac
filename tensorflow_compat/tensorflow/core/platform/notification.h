// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_NOTIFICATION_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_NOTIFICATION_H_

#include "absl/synchronization/notification.h"
#include "absl/time/time.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

using absl::Notification;

inline bool WaitForNotificationWithTimeout(Notification* notification, int64_t timeout_in_us) {
  return notification->WaitForNotificationWithTimeout(absl::Microseconds(timeout_in_us));
}

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_NOTIFICATION_H_
