// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_STRING_CHARGE_H_
#define FRAMEWORK_RUNTIME_STRING_CHARGE_H_

#include "absl/status/status.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Strings have no bound before they are made: what they hold is charged afterwards to the budget
// that their tensor was charged to. RESOURCE_EXHAUSTED with the limits, which begins "the strings
// of `whose` take too much memory". Tensors of other types: OK. REQUIRES: nobody else uses the
// buffer.
absl::Status ChargeStrings(const Tensor& tensor, const char* whose);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_STRING_CHARGE_H_
