#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_TYPES_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_TYPES_H_

#include "framework/tensor/tensor_types.h"
#include "tensorflow/opgraft_namespace.h"
#include "unsupported/Eigen/CXX11/Tensor"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_TYPES_H_
