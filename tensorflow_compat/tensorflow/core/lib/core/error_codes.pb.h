#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_CORE_ERROR_CODES_PB_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_CORE_ERROR_CODES_PB_H_

#include "tensorflow/core/platform/error_codes.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_CORE_ERROR_CODES_PB_H_
