#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_MEM_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_MEM_H_

#include "tensorflow/core/framework/allocator.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_MEM_H_
