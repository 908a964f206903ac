#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_BFLOAT16_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_BFLOAT16_H_

#include "tensorflow/core/framework/numeric_types.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_BFLOAT16_H_
