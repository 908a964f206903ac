// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_ABSL_LOG_DIE_IF_NULL_H_
#define TENSORFLOW_COMPAT_ABSL_LOG_DIE_IF_NULL_H_

#include "tensorflow/core/platform/logging.h"

#define ABSL_DIE_IF_NULL(pointer) CHECK_NOTNULL(pointer)

#endif  // TENSORFLOW_COMPAT_ABSL_LOG_DIE_IF_NULL_H_
