#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_SPAN_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_SPAN_H_

#include "tensorflow/core/lib/gtl/array_slice.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_SPAN_H_
