// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LINALG_EINSUM_PLAN_H_
#define KERNELS_LINALG_EINSUM_PLAN_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "framework/op/einsum_equation.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/tensor_shape.h"

namespace opgraft_internal {

// Labels, as numbers from 0 on, of some dimensions, outermost first.
using EinsumLabels = absl::InlinedVector<int, 8>;

// An equation met with shapes: what stands for "..." has labels of its own, and a dimension of 1
// has none, since no element is further along it. So an operand that broadcasts lacks a label that
// the other has.
//
// Example: "...i,...i->..." with [1,5] and [3,5] has labels 0: i of 5, 1: of 3; operands 0: {0}, 1:
// {1, 0}; output {1}.
struct EinsumPlan {
  // INVALID_ARGUMENT if the shapes do not fit the equation, or each other.
  static absl::StatusOr<EinsumPlan> Make(const EinsumEquation& equation,
                                         absl::Span<const TensorShape* const> shapes);

  absl::InlinedVector<int64_t, 8> sizes;  // of each label
  EinsumLabels inputs[2];
  EinsumLabels output;
  TensorShape output_shape;  // may be not IsValid()
};

// True if a label occurs twice.
bool HasRepeatedLabel(const EinsumLabels& labels);

// How far elements that are neighbours along a label lie apart in a tensor with these dimensions in
// row-major order; 0 for labels that it has not. For one that occurs twice, along the diagonal.
absl::InlinedVector<int64_t, 8> EinsumSteps(const EinsumPlan& plan, const EinsumLabels& labels);

}  // namespace opgraft_internal

#endif  // KERNELS_LINALG_EINSUM_PLAN_H_
