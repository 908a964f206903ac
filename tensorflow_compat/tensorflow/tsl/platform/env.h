#ifndef TENSORFLOW_COMPAT_TENSORFLOW_TSL_PLATFORM_ENV_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_TSL_PLATFORM_ENV_H_

#include "tensorflow/core/platform/env.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_TSL_PLATFORM_ENV_H_
