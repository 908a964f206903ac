// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TENSOR_ZEROS_H_
#define FRAMEWORK_TENSOR_ZEROS_H_

#include "absl/status/statusor.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A tensor of zeros (false, "", empty handles); RESOURCE_EXHAUSTED.
absl::StatusOr<Tensor> Zeros(DataType dtype, const TensorShape& shape);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TENSOR_ZEROS_H_
