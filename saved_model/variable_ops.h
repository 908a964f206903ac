// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SAVED_MODEL_VARIABLE_OPS_H_
#define SAVED_MODEL_VARIABLE_OPS_H_

#include "framework/state/opened_cells.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {

// What TensorFlow's files say of variables by the names of ops. Which nodes stand for a variable,
// and what becomes of a node that reads one once the variable is a constant, is a fact of these
// ops and of their attrs, not of a role that ours could have. These are all the names that
// saved_model/ compares; everything else it asks of a node's op (op_role.h, call_site.h).
//
// Thread-safe: functions of their arguments alone.

// How a node stands for a variable.
enum class VariableNode {
  // It does not.
  kNone,
  // VarHandleOp: its output is a handle of type resource.
  kHandle,
  // VariableV2, Variable: its output is a reference.
  kReference,
};
VariableNode VariableNodeOf(const NodeDef& node);

// What a node does with the handle that is its input 0, if it only reads the variable; and what the
// node becomes when a constant takes the variable's place.
enum class HandleRead {
  // Something else than reading: the variable must stay one.
  kNone,
  // ReadVariableOp: Identity.
  kValue,
  // ResourceGather: GatherV2.
  kGather,
  // VariableShape: Shape.
  kShape,
  // DisableCopyOnRead: NoOp.
  kHint,
};
HandleRead HandleReadOf(const NodeDef& node);

// The cell of the variable that a node stands for, by the node's attrs.
// REQUIRES: VariableNodeOf(node) is not kNone.
CellKey VariableKey(const NodeDef& node);

}  // namespace opgraft_internal

#endif  // SAVED_MODEL_VARIABLE_OPS_H_
