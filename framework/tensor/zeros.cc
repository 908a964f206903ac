// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/zeros.h"

#include <cstring>

#include "framework/types/status_macros.h"

namespace opgraft_internal {

absl::StatusOr<Tensor> Zeros(DataType dtype, const TensorShape& shape) {
  OPGRAFT_ASSIGN_OR_RETURN(Tensor zeros, Tensor::Create(dtype, shape));
  // Elements of other dtypes are constructed empty by their buffer.
  if (DataTypeCanUseMemcpy(dtype) && zeros.data() != nullptr)
    std::memset(zeros.data(), 0, zeros.TotalBytes());
  return zeros;
}

}  // namespace opgraft_internal
