// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/state/cell_spec.h"

#include "absl/strings/str_cat.h"
#include "framework/types/quoted.h"

namespace opgraft_internal {

std::string TypeAndShape(DataType type, const PartialTensorShape& shape) {
  return absl::StrCat(DataTypeString(type),
                      shape.unknown_rank() ? " of any shape" : shape.DebugString());
}

std::string VariableIsOfType(absl::string_view id, DataType type, const PartialTensorShape& shape) {
  return absl::StrCat("variable ", Quoted(id), " is ", TypeAndShape(type, shape));
}

absl::Status CheckValue(const CellSpec& cell, const Tensor& value) {
  if (value.dtype() == cell.type && cell.shape.IsCompatibleWith(value.shape()))
    return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(VariableIsOfType(cell.id, cell.type, cell.shape),
                                                 "; got ",
                                                 TypeAndShape(value.dtype(), value.shape())));
}

}  // namespace opgraft_internal
