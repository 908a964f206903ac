// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_KERNEL_DEF_BUILDER_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_KERNEL_DEF_BUILDER_H_

#include "framework/kernel/kernel_spec.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/core/platform/macros.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

#define REGISTER_SYSTEM_KERNEL_BUILDER(builder, ...) REGISTER_KERNEL_BUILDER(builder, __VA_ARGS__)

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_KERNEL_DEF_BUILDER_H_
