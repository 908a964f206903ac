// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/string_charge.h"

#include "absl/strings/str_cat.h"
#include "framework/tensor/tensor_buffer.h"

namespace opgraft_internal {

absl::Status ChargeStrings(const Tensor& tensor, const char* whose) {
  if (tensor.dtype() != DT_STRING || tensor.buffer() == nullptr ||
      tensor.buffer()->ChargeContents())
    return absl::OkStatus();
  const std::shared_ptr<MemoryBudget>& budget = MemoryScope::Current();
  return absl::ResourceExhaustedError(
      absl::StrCat("the strings of ", whose, " take too much memory", budget == nullptr ? "" : ": ",
                   budget == nullptr ? "" : budget->Describe()));
}

}  // namespace opgraft_internal
