// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_ABSL_LOG_ABSL_CHECK_H_
#define TENSORFLOW_COMPAT_ABSL_LOG_ABSL_CHECK_H_

#include "tensorflow/core/platform/logging.h"

#define ABSL_CHECK(condition) CHECK(condition)
#define ABSL_CHECK_EQ(a, b) CHECK_EQ(a, b)
#define ABSL_CHECK_NE(a, b) CHECK_NE(a, b)
#define ABSL_CHECK_LE(a, b) CHECK_LE(a, b)
#define ABSL_CHECK_LT(a, b) CHECK_LT(a, b)
#define ABSL_CHECK_GE(a, b) CHECK_GE(a, b)
#define ABSL_CHECK_GT(a, b) CHECK_GT(a, b)
#define ABSL_CHECK_OK(...) CHECK_OK(__VA_ARGS__)
#define ABSL_DCHECK(condition) DCHECK(condition)

#endif  // TENSORFLOW_COMPAT_ABSL_LOG_ABSL_CHECK_H_
