// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/data_movement/text_budget.h"

#include "absl/strings/str_cat.h"
#include "framework/tensor/tensor_buffer.h"

namespace opgraft_internal {

absl::Status TextBudget::Check() const {
  const auto& budget = MemoryScope::Current();
  const int64_t limit = budget == nullptr ? MemoryBudget::kUnlimited : budget->max_tensor_bytes();
  if (!overflow_ && total_ <= limit) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat(
      "the strings of the output would take ", overflow_ ? "more than 2^63" : absl::StrCat(total_),
      " bytes; a tensor may have ", limit, " (max_tensor_bytes)"));
}

}  // namespace opgraft_internal
