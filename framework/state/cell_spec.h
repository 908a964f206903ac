// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_STATE_CELL_SPEC_H_
#define FRAMEWORK_STATE_CELL_SPEC_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/tensor/tensor.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"

namespace opgraft_internal {

// What a cell of a request's state is and which values it may have. Plain data, made when a model
// is compiled; thread-compatible.
struct CellSpec {
  std::string id;
  DataType type = DT_INVALID;
  // The shapes that values may have.
  PartialTensorShape shape;
  // The shape of the zeros that an unset cell starts from: an unknown dimension of `shape` counts
  // as 0, a bounded one as its minimum.
  TensorShape zero_shape;
};

// As messages say it: "float[2,?]"; "float of any shape".
std::string TypeAndShape(DataType type, const PartialTensorShape& shape);
// "variable 'v' is float[2,?]".
std::string VariableIsOfType(absl::string_view id, DataType type, const PartialTensorShape& shape);

// INVALID_ARGUMENT unless the cell may have this value: "variable 'v' is float[2]; got double[2]".
absl::Status CheckValue(const CellSpec& cell, const Tensor& value);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_STATE_CELL_SPEC_H_
