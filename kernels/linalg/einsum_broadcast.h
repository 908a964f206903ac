// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LINALG_EINSUM_BROADCAST_H_
#define KERNELS_LINALG_EINSUM_BROADCAST_H_

#include "absl/status/statusor.h"
#include "framework/op/einsum_equation.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/tensor_shape.h"
#include "kernels/linalg/einsum_plan.h"

namespace opgraft_internal {

// The plan of OpenVINO's Einsum of two operands: one whose dimension has a size of 1 where that of
// the other with the same label has another broadcasts. INVALID_ARGUMENT as EinsumPlan::Make.
//
// Example: "bij,bjk->bik" of [1,2,3] and [4,1,5] is planned as "ij,bk->bik" of [2,3] and [4,5].
absl::StatusOr<EinsumPlan> PlanBroadcasting(EinsumEquation equation, TensorShape x, TensorShape y);

}  // namespace opgraft_internal

#endif  // KERNELS_LINALG_EINSUM_BROADCAST_H_
