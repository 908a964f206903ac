// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Nested lists, as `opgraft run --input` takes them.
#include "tools/tensor_io/nested_list.h"

#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using opgraft::Demand;
  const auto list = opgraft_internal::ParseNestedList(opgraft::TextOf(data, size));
  if (!list.ok()) {
    Demand(!list.status().message().empty(), "a refusal says why");
    return 0;
  }
  size_t elements = list->shape.empty() ? 0 : 1;
  for (const int64_t length : list->shape) {
    Demand(length >= 0, "every list has a length");
    elements *= static_cast<size_t>(length);
  }
  Demand(list->elements.size() == elements, "the shape has as many elements as there are");
  return 0;
}
