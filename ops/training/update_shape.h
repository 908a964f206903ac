// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPS_TRAINING_UPDATE_SHAPE_H_
#define OPS_TRAINING_UPDATE_SHAPE_H_

#include "framework/op/common_shape_fns.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The inputs of an optimizer's op: variable and slots first, then scalars, among which the gradient
// and, in a sparse op, the indices stand.
//
// Example: ResourceSparseApplyMomentum(var, accum, lr, grad, indices, momentum) is {2, 3, 4}.
struct UpdateInputPlaces {
  int num_slots;
  int grad;
  int indices;  // -1: dense
};
// Merges the shapes of variable, slots and gradient; in a sparse op the gradient has a row for each
// index. Output 0, if there is one, is the variable. INVALID_ARGUMENT if they do not fit.
absl::Status CheckUpdateShapes(opgraft::shape_inference::InferenceContext* c,
                               const UpdateInputPlaces& places);

// The shape function of an op: what there is of one shape must be, scalars are scalars.
//
// Example: REGISTER_OP("ApplyMomentum")...SetShapeFn(UpdateShape<2, 3>).
template <int kNumSlots, int kGrad, int kIndices = -1>
absl::Status UpdateShape(opgraft::shape_inference::InferenceContext* c) {
  return CheckUpdateShapes(c, {kNumSlots, kGrad, kIndices});
}

}  // namespace opgraft_internal

#endif  // OPS_TRAINING_UPDATE_SHAPE_H_
