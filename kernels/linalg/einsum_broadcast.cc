// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/linalg/einsum_broadcast.h"

#include <string>

namespace opgraft_internal {
namespace {

// The dimension that label `at` of an operand stands for.
int DimOf(const std::string& labels, size_t at, int rank) {
  const size_t ellipsis = labels.find(EinsumEquation::kEllipsis);
  return static_cast<int>(at) + (ellipsis < at ? rank - static_cast<int>(labels.size()) : 0);
}

// 1 if the operand does not have the label.
int64_t SizeOf(char label, const std::string& labels, const TensorShape& shape) {
  const size_t at = labels.find(label);
  return at == std::string::npos ? 1 : shape.dim_size(DimOf(labels, at, shape.dims()));
}

// Takes the labels out of an operand of which it has 1 and the other operand another size.
void DropOnes(const std::string& other_labels, const TensorShape& other, std::string* labels,
              TensorShape* shape) {
  for (size_t at = labels->size(); at-- > 0;) {
    const char label = (*labels)[at];
    if (label == EinsumEquation::kEllipsis) continue;
    const int d = DimOf(*labels, at, shape->dims());
    if (shape->dim_size(d) != 1 || SizeOf(label, other_labels, other) == 1) continue;
    labels->erase(at, 1);
    shape->RemoveDim(d);
  }
}

}  // namespace

absl::StatusOr<EinsumPlan> PlanBroadcasting(EinsumEquation equation, TensorShape x, TensorShape y) {
  auto& inputs = equation.inputs;
  const bool fits = inputs.size() == 2 && CheckEinsumRank(inputs[0], x.dims(), 0).ok() &&
                    CheckEinsumRank(inputs[1], y.dims(), 1).ok();
  if (fits) {
    DropOnes(inputs[1], y, &inputs[0], &x);
    DropOnes(inputs[0], x, &inputs[1], &y);
  }
  return EinsumPlan::Make(equation, {&x, &y});
}

}  // namespace opgraft_internal
