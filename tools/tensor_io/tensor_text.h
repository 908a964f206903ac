// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_TENSOR_IO_TENSOR_TEXT_H_
#define TOOLS_TENSOR_IO_TENSOR_TEXT_H_

#include <cstddef>
#include <string>

#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

enum class TensorPart {
  // At most 20 elements of a vector; of a large matrix the ends of each dimension.
  kSome,
  kAll,
};

// A tensor for a terminal. Numbers and vectors are on one line, "7", "[1 2 3...]". What has more
// dimensions is nested on lines as NumPy prints it, with columns in line, each line but the first
// behind `indent` spaces:
//
//   [[ 1 20]
//    [ 3  4]]
//
// Of a tensor with more than 1,000 elements, dimensions above 6 show their first and last three;
// of a smaller one, dimensions above 20 do.
std::string TensorText(const Tensor& tensor, size_t indent, TensorPart part);

// The same on one line, for tables: "[[1 20][3 4]]".
std::string TensorLine(const Tensor& tensor, TensorPart part);

}  // namespace opgraft_internal

#endif  // TOOLS_TENSOR_IO_TENSOR_TEXT_H_
