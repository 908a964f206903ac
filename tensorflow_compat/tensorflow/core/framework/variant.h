// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_VARIANT_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_VARIANT_H_

#include "framework/tensor/variant.h"
#include "framework/tensor/variant_tensor_data.h"
#include "tensorflow/core/framework/type_index.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_VARIANT_H_
