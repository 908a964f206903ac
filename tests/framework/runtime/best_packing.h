// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_FRAMEWORK_RUNTIME_BEST_PACKING_H_
#define TESTS_FRAMEWORK_RUNTIME_BEST_PACKING_H_

#include <cstdint>
#include <vector>

#include "framework/runtime/region_packer.h"

namespace opgraft {

// The least that any assignment of the uses to regions takes, by exhaustive search; a lower bound
// of it where the search would take too long. `*is_exact` (may be null) tells which.
int64_t LeastRegionBytes(const std::vector<MemoryUse>& uses, bool* is_exact = nullptr);

}  // namespace opgraft

#endif  // TESTS_FRAMEWORK_RUNTIME_BEST_PACKING_H_
