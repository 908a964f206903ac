// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Einsum's equations.
#include "framework/op/einsum_equation.h"

#include "absl/strings/str_cat.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using opgraft::Demand;
  const auto equation = opgraft_internal::EinsumEquation::Parse(opgraft::TextOf(data, size));
  if (!equation.ok()) {
    Demand(!equation.status().message().empty(), "a refusal says why");
    return 0;
  }
  Demand(equation->inputs.size() == 1 || equation->inputs.size() == 2, "one operand or two");
  for (const char label : equation->output) {
    const bool is_known =
        label == opgraft_internal::EinsumEquation::kEllipsis ||
        absl::StrCat(equation->inputs[0], equation->inputs.back()).find(label) != std::string::npos;
    Demand(is_known, "the output has labels of the operands only");
  }
  for (const std::string& labels : equation->inputs) {
    for (int rank = 0; rank < 10; ++rank)
      opgraft_internal::CheckEinsumRank(labels, rank, 0).IgnoreError();
  }
  return 0;
}
