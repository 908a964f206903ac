// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SAVED_MODEL_BOUND_VARIABLES_H_
#define SAVED_MODEL_BOUND_VARIABLES_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "framework/op/op_registry.h"
#include "framework/state/opened_cells.h"
#include "framework/types/internal_namespace.h"
#include "saved_model/saved_model_file.h"

namespace opgraft_internal {

// Gives the variables that the nodes or tensors `used` need and that have no value in `cells` the
// one that the checkpoint has for the object that they are. TensorFlow's loader for Python binds
// them so, and there are SavedModels whose restore function fills copies of the variables, which
// nothing else uses.
//
// Which object a variable is, its use says: the last arguments of a call of a function are the
// objects that the file lists for that function. What the object is called in the checkpoint says
// the object graph in the checkpoint.
//
// Example: node `serve` calls f with inputs x, kernel, bias; `file` lists objects 7 and 9 for f. So
// kernel is object 7, whose attribute VARIABLE_VALUE the checkpoint has as
// "net/kernel/.ATTRIBUTES/VARIABLE_VALUE".
//
// A variable that is no object, or that the checkpoint does not have, stays without a value.
// INVALID_ARGUMENT if a function has fewer arguments than objects, for an object that is not there,
// or a value of another type or shape than the variable; errors of the checkpoint.
absl::Status FillBoundVariables(const SavedModelFile& file, const std::vector<std::string>& used,
                                const std::string& checkpoint, const OpRegistry& ops,
                                OpenedCells* cells);

}  // namespace opgraft_internal

#endif  // SAVED_MODEL_BOUND_VARIABLES_H_
