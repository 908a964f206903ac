// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SAVED_MODEL_CONSTANT_VARIABLES_H_
#define SAVED_MODEL_CONSTANT_VARIABLES_H_

#include <set>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "framework/graph/io/large_contents.h"
#include "framework/op/op_registry.h"
#include "framework/state/opened_cells.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {

// What MakeVariablesConstant leaves.
struct ConstantVariables {
  GraphDef graph;
  // Of its constants, shared with the values.
  LargeContents contents;
  // That are variables still.
  std::vector<CellKey> variables;
};

// Makes constants of the variables of `def` that nothing in it assigns: a VarHandleOp or VariableV2
// becomes a Const of its value, a ReadVariableOp an Identity, a ResourceGather a GatherV2; where a
// handle was an argument, the value is. `value_of` gives the value of a variable, null if it has
// none: then it stays one. Values are not copied.
absl::Status MakeVariablesConstant(const GraphDef& def, const OpRegistry& ops,
                                   absl::FunctionRef<const Tensor*(const CellKey&)> value_of,
                                   ConstantVariables* made);

}  // namespace opgraft_internal

#endif  // SAVED_MODEL_CONSTANT_VARIABLES_H_
