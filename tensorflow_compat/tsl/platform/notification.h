#ifndef TENSORFLOW_COMPAT_TSL_PLATFORM_NOTIFICATION_H_
#define TENSORFLOW_COMPAT_TSL_PLATFORM_NOTIFICATION_H_

#include "tensorflow/core/platform/notification.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TSL_PLATFORM_NOTIFICATION_H_
