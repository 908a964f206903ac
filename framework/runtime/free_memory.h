// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_FREE_MEMORY_H_
#define FRAMEWORK_RUNTIME_FREE_MEMORY_H_

#include <cstdint>
#include <string>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Bytes of memory that this process could still take: what the machine has available, or less where
// a control group it is in (version 1 or 2, as containers are) leaves less. INT64_MAX if nothing
// tells. `root` stands before the paths of the files that are read: tests have their own.
int64_t FreeMemoryBytes(const std::string& root = "");

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_FREE_MEMORY_H_
