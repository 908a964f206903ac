#ifndef TENSORFLOW_COMPAT_TENSORFLOW_TSL_PLATFORM_ERRORS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_TSL_PLATFORM_ERRORS_H_

#include "tensorflow/core/platform/errors.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_TSL_PLATFORM_ERRORS_H_
