// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NODE_DEF_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NODE_DEF_H_

#include "tensorflow/core/framework/node_def_util.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NODE_DEF_H_
