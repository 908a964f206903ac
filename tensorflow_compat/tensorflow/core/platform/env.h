// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_ENV_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_ENV_H_

#include "tensorflow/core/platform/errors.h"
#include "tensorflow/core/platform/file_system.h"
#include "tensorflow/core/platform/logging.h"
#include "tensorflow/core/platform/macros.h"
#include "tensorflow/core/platform/mutex.h"
#include "tensorflow/core/platform/status.h"
#include "tensorflow/core/platform/stringpiece.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"
#include "tensorflow_compat/platform/env.h"

namespace opgraft {

struct EnvTime {
  static constexpr uint64 kMicrosToNanos = 1000;
  static constexpr uint64 kSecondsToMicros = 1000000;
  static constexpr uint64 kSecondsToNanos = 1000000000;
  static uint64 NowNanos() { return Env::Default()->NowNanos(); }
  static uint64 NowMicros() { return Env::Default()->NowMicros(); }
  static uint64 NowSeconds() { return Env::Default()->NowSeconds(); }
};

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_ENV_H_
