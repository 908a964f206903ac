// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/value_inference.h"

#include <utility>

#include "framework/op/index_tensor.h"

namespace opgraft_internal {

absl::optional<std::vector<int64_t>> ShortIntegers(const Tensor* value) {
  if (value == nullptr || value->dims() > 1 || value->NumElements() > ValueContext::kMaxElements)
    return absl::nullopt;
  if (value->dtype() != DT_INT32 && value->dtype() != DT_INT64) return absl::nullopt;
  return IndicesOf(*value);
}

absl::optional<std::vector<int64_t>> ValueContext::InputNumbers(int i) {
  return ShortIntegers(input_value(i));
}

absl::optional<int64_t> ValueContext::InputNumber(int i) {
  const auto numbers = InputNumbers(i);
  if (!numbers || numbers->size() != 1) return absl::nullopt;
  return (*numbers)[0];
}

int64_t ValueContext::IntAttr(absl::string_view name) const {
  int64_t value = 0;
  return GetNodeAttr(attrs(), name, &value).ok() ? value : 0;
}

// Matrices too, whose elements are in order: vectors are made into them and cut (Split), as exports
// of torch do with the lengths of a Pad.
void PassElementsOn(ValueContext* c) {
  auto elements = c->input_elements(0);
  if (elements) c->set_output(0, *std::move(elements));
}

}  // namespace opgraft_internal
