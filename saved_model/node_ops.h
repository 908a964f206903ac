// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SAVED_MODEL_NODE_OPS_H_
#define SAVED_MODEL_NODE_OPS_H_

#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "framework/op/call_site.h"
#include "framework/op/op_registry.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {

// What the ops of a file's nodes say of them before the file is imported. The nodes may be wrong:
// then these give nothing, and the import reports what is wrong.

// The op that a node means; null if it is not registered, as that of a node which calls a function
// of the file by the function's name.
const OpRegistrationData* FindOp(const OpRegistry& ops, const NodeDef& node);

// How many of a node's inputs are tensors: the control inputs stand behind them.
int NumDataInputs(const NodeDef& node);

// How a node runs functions. Nothing if its op runs none, or if its attrs are wrong.
// Example: If[then_branch=@f, else_branch=@g](c, x) runs f and g, whose argument 0 is input 1.
absl::optional<CallSite> FindCallSite(const OpRegistry& ops, const NodeDef& node);

// How output `port` of a node of `op` is called in the body of a function, "node:output:0"; "" if
// the node has no such output or its attrs are wrong.
std::string OutputNameInBody(const OpDef& op, const NodeDef& node, int port);

// Changes the types of inputs in the attrs that say them: attrs of one type, or elements of a list
// of types. `types` holds one for each of the first inputs; DT_INVALID leaves that input's as it
// is. True if anything was changed: no attr says the type of an input of fixed type.
bool SetInputTypes(const OpDef& op, const std::vector<DataType>& types, NodeDef* node);

}  // namespace opgraft_internal

#endif  // SAVED_MODEL_NODE_OPS_H_
