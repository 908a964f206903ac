// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_ABSL_LOG_LOG_H_
#define TENSORFLOW_COMPAT_ABSL_LOG_LOG_H_

#include "tensorflow/core/platform/logging.h"

#endif  // TENSORFLOW_COMPAT_ABSL_LOG_LOG_H_
