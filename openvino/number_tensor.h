// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_NUMBER_TENSOR_H_
#define OPENVINO_NUMBER_TENSOR_H_

#include <cstdint>
#include <vector>

#include "framework/tensor/tensor.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A scalar of a numeric type. Of an integer type the nearest number that it has: -1 becomes 0 in a
// uint8.
Tensor NumberTensor(DataType dtype, double number);
// A vector of int64.
Tensor IntsTensor(const std::vector<int64_t>& numbers);

}  // namespace opgraft_internal

#endif  // OPENVINO_NUMBER_TENSOR_H_
