// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_INITIALIZABLE_LOOKUP_TABLE_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_INITIALIZABLE_LOOKUP_TABLE_H_

#include "framework/kernel/initializable_lookup_table.h"
#include "tensorflow/core/framework/lookup_interface.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_INITIALIZABLE_LOOKUP_TABLE_H_
