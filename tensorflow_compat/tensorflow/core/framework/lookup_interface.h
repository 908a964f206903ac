// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_LOOKUP_INTERFACE_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_LOOKUP_INTERFACE_H_

#include "framework/kernel/lookup_interface.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/resource_mgr.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_LOOKUP_INTERFACE_H_
