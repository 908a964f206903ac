// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_LOOKUP_TABLE_INIT_OP_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_LOOKUP_TABLE_INIT_OP_H_

#include "tensorflow/core/kernels/initializable_lookup_table.h"
#include "tensorflow/core/kernels/lookup_util.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_LOOKUP_TABLE_INIT_OP_H_
