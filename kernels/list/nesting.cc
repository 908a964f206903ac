// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/list/nesting.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/tensor/variant.h"
#include "kernels/list/optional_value.h"
#include "kernels/list/ragged_value.h"
#include "kernels/list/tensor_list.h"

namespace opgraft_internal {
namespace {

int NestingIn(const Variant& variant) {
  if (const auto* list = variant.get<TensorList>()) return list->nesting;
  if (const auto* ragged = variant.get<RaggedValue>()) return ragged->nesting;
  if (const auto* optional = variant.get<OptionalValue>()) return optional->nesting;
  return 0;
}

}  // namespace

int NestingOf(const Tensor& tensor) {
  if (tensor.dtype() != DT_VARIANT) return 0;
  int deepest = 0;
  for (int64_t i = 0; i < tensor.NumElements(); ++i)
    deepest = std::max(deepest, NestingIn(tensor.flat<Variant>()(i)));
  return 1 + deepest;
}

absl::Status Nest(const Tensor& held, int* nesting) {
  *nesting = std::max(*nesting, NestingOf(held));
  if (*nesting <= kMaxNesting) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat("variants lie in one another more than ", kMaxNesting, " deep"));
}

}  // namespace opgraft_internal
