// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_DATA_MOVEMENT_TEXT_BUDGET_H_
#define KERNELS_DATA_MOVEMENT_TEXT_BUDGET_H_

#include <cstdint>

#include "absl/status/status.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Counts the characters that an op is going to put into one string tensor. Buffers count elements
// only, so an op that can make long strings of short ones (a join, a repetition) asks here before
// it does. A value.
//
// Example: budget.Add(separator.size(), parts - 1) for each join, then budget.Check().
class TextBudget {
 public:
  // `times` strings of `bytes`.
  void Add(int64_t bytes, int64_t times = 1) {
    int64_t more = 0;
    overflow_ = overflow_ || __builtin_mul_overflow(bytes, times, &more) ||
                __builtin_add_overflow(total_, more, &total_);
  }

  // RESOURCE_EXHAUSTED if this is more than a tensor may have in the current MemoryScope.
  absl::Status Check() const;

 private:
  int64_t total_ = 0;
  bool overflow_ = false;
};

}  // namespace opgraft_internal

#endif  // KERNELS_DATA_MOVEMENT_TEXT_BUDGET_H_
