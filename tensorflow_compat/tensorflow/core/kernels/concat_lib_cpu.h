// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_CONCAT_LIB_CPU_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_CONCAT_LIB_CPU_H_

#include "tensorflow/core/kernels/concat_lib.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_CONCAT_LIB_CPU_H_
