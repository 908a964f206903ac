// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NODE_DEF_BUILDER_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NODE_DEF_BUILDER_H_

#include "framework/op/node_def_builder.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NODE_DEF_BUILDER_H_
