// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_DATA_NODE_TYPES_H_
#define FRAMEWORK_GRAPH_DATA_NODE_TYPES_H_

#include <memory>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "framework/op/node_attrs.h"
#include "framework/op/node_properties.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"

namespace opgraft {
class OpDef;
struct OpRegistrationData;
}  // namespace opgraft

namespace opgraft_internal {

// The inputs and outputs of a node as its op declares them with its attrs: the types, refs marked,
// and the run that each arg of the op stands for. Immutable once a node has it.
struct NodeTypes {
  DataTypeVector inputs;
  DataTypeVector outputs;
  // By arg of the op: which of the inputs, or outputs, are its.
  std::vector<ArgRange> input_args;
  std::vector<ArgRange> output_args;
};

// Expands the args of `op`. The codes of ExpandArgs (arg_types.h).
absl::StatusOr<NodeTypes> MakeNodeTypes(const OpDef& op, const NodeAttrs& attrs);

// Gives nodes of one op that have equal types one NodeTypes: a graph has far fewer kinds of nodes
// than nodes. So it does calls of functions, whichever they are. Thread-compatible.
//
// Example: of ten thousand Add nodes of floats, the first Share keeps its argument, and the others
// get what it kept.
class SharedNodeTypes {
 public:
  // `types`, or what an earlier call with equal types of the same op, or of another function, was
  // given.
  std::shared_ptr<const NodeTypes> Share(const OpRegistrationData* op, NodeTypes types);

 private:
  // All functions are under null.
  absl::flat_hash_map<const OpRegistrationData*, std::vector<std::shared_ptr<const NodeTypes>>>
      known_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_DATA_NODE_TYPES_H_
