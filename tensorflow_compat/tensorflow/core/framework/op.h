// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_OP_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_OP_H_

#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "tensorflow/core/framework/op_def_builder.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/core/lib/strings/str_util.h"
#include "tensorflow/core/lib/strings/strcat.h"
#include "tensorflow/core/platform/errors.h"
#include "tensorflow/core/platform/logging.h"
#include "tensorflow/core/platform/macros.h"
#include "tensorflow/core/platform/mutex.h"
#include "tensorflow/core/platform/status.h"
#include "tensorflow/core/platform/thread_annotations.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

// Ops of TensorFlow's own binary; an op like any other here.
#define REGISTER_SYSTEM_OP(name) REGISTER_OP(name)

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_OP_H_
