#ifndef TENSORFLOW_COMPAT_TENSORFLOW_TSL_PLATFORM_STRCAT_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_TSL_PLATFORM_STRCAT_H_

#include "tensorflow/core/platform/strcat.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_TSL_PLATFORM_STRCAT_H_
