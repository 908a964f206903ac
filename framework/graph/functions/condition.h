// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_FUNCTIONS_CONDITION_H_
#define FRAMEWORK_GRAPH_FUNCTIONS_CONDITION_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/tensor/tensor.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"

namespace opgraft_internal {

// TensorFlow's truth of a tensor: a scalar is true if it is not zero or, of strings, not empty; a
// tensor of any other rank is true if it has elements, whatever they are. Scalars of types other
// than bool, float, double, int8, int16, int32, int64, uint8 and string cannot be conditions.
bool ScalarHasTruth(DataType dtype);

// INVALID_ARGUMENT if it has none.
absl::StatusOr<bool> TruthOf(const Tensor& condition);

// INVALID_ARGUMENT if a condition of this type and static shape can have none.
absl::Status CheckCondition(DataType dtype, const PartialTensorShape& shape);

// INVALID_ARGUMENT if a tensor that chooses a branch by its number cannot be of this static shape.
absl::Status CheckBranchIndex(const PartialTensorShape& shape);

// The number of the branch that a tensor chooses; out of range, the last is meant. INVALID_ARGUMENT
// unless it is an int32 scalar.
absl::StatusOr<int32_t> BranchIndexOf(const Tensor& index);

// OpenVINO's condition of a loop, asked before the first iteration or after each. INVALID_ARGUMENT
// unless it is one bool, of whatever shape.
absl::StatusOr<bool> LoopTruthOf(const Tensor& condition);

// How many iterations a loop may have at most; negative: any number. INVALID_ARGUMENT unless it is
// one int32 or int64, of whatever shape.
absl::StatusOr<int64_t> TripCountOf(const Tensor& count);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_FUNCTIONS_CONDITION_H_
