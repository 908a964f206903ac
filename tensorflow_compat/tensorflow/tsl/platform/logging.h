#ifndef TENSORFLOW_COMPAT_TENSORFLOW_TSL_PLATFORM_LOGGING_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_TSL_PLATFORM_LOGGING_H_

#include "tensorflow/core/platform/logging.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_TSL_PLATFORM_LOGGING_H_
