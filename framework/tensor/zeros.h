// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TENSOR_ZEROS_H_
#define FRAMEWORK_TENSOR_ZEROS_H_

#include "absl/status/statusor.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A tensor of zeros (false, "", empty handles), with a buffer of its own. RESOURCE_EXHAUSTED if
// there is no memory, INVALID_ARGUMENT for a shape that is not valid. Thread-safe.
absl::StatusOr<Tensor> Zeros(DataType dtype, const TensorShape& shape);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TENSOR_ZEROS_H_
