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

// A scalar of a type of numbers; of an integer type the nearest number that it has.
Tensor NumberTensor(DataType dtype, double number);
// A vector of int64.
Tensor IntsTensor(const std::vector<int64_t>& numbers);

}  // namespace opgraft_internal

#endif  // OPENVINO_NUMBER_TENSOR_H_
