// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_ABSL_LOG_ABSL_LOG_H_
#define TENSORFLOW_COMPAT_ABSL_LOG_ABSL_LOG_H_

#include "tensorflow/core/platform/logging.h"

#define ABSL_LOG(severity) LOG(severity)
#define ABSL_LOG_IF(severity, condition) LOG_IF(severity, condition)
#define ABSL_VLOG(level) VLOG(level)

#endif  // TENSORFLOW_COMPAT_ABSL_LOG_ABSL_LOG_H_
