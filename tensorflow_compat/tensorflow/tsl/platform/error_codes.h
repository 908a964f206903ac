#ifndef TENSORFLOW_COMPAT_TENSORFLOW_TSL_PLATFORM_ERROR_CODES_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_TSL_PLATFORM_ERROR_CODES_H_

#include "tensorflow/core/platform/error_codes.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_TSL_PLATFORM_ERROR_CODES_H_
