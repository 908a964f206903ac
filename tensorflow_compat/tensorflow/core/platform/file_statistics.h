// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_FILE_STATISTICS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_FILE_STATISTICS_H_

#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

struct FileStatistics {
  int64_t length = -1;
  int64_t mtime_nsec = 0;
  bool is_directory = false;
};

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_FILE_STATISTICS_H_
