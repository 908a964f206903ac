#ifndef TENSORFLOW_COMPAT_TENSORFLOW_TSL_PLATFORM_STATUSOR_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_TSL_PLATFORM_STATUSOR_H_

#include "tensorflow/core/platform/statusor.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_TSL_PLATFORM_STATUSOR_H_
