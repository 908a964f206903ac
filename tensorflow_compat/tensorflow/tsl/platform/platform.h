#ifndef TENSORFLOW_COMPAT_TENSORFLOW_TSL_PLATFORM_PLATFORM_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_TSL_PLATFORM_PLATFORM_H_

#include "tensorflow/core/platform/platform.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_TSL_PLATFORM_PLATFORM_H_
