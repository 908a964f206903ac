// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_NODE_SIGNATURE_H_
#define FRAMEWORK_GRAPH_IO_NODE_SIGNATURE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "framework/graph/data/import_limits.h"
#include "framework/graph/data/node_types.h"
#include "framework/op/node_attrs.h"
#include "framework/types/internal_namespace.h"

namespace opgraft {
class NodeDef;
struct OpRegistrationData;
}  // namespace opgraft

namespace opgraft_internal {

struct TensorContent;

// What the op and the attrs of a node tell of it.
struct NodeSignature {
  NodeAttrs attrs;  // with defaults
  std::shared_ptr<const NodeTypes> types;
  // Everything wrong, the messages without the node's name. If anything is, the types are not to be
  // relied on.
  std::vector<absl::Status> problems;
  // Attrs that the op has not: "attr 'n' is none of Op; nearest: 'N'; it is ignored".
  std::vector<std::string> warnings;
};

// Checks the attrs of nodes against their ops and fills in defaults. Nodes of one op with equal
// attrs get one NodeAttrs, and cost one look-up. Thread-compatible.
class NodeSignatures {
 public:
  // `producer` is the version of the graph: ops that it is too new for are UNIMPLEMENTED.
  NodeSignatures(const ImportLimits& limits, int producer) : limits_(limits), producer_(producer) {}

  // Says that a node's inputs are not known: their number is then right, and their types are not
  // made.
  static constexpr int kAnyInputs = -1;

  // Valid until the next call. `num_data_inputs` is how many the node has. `content` (may be null)
  // is that of a Const's attr 'value' if it is not in the node. Large contents are held as a
  // Tensor.
  const NodeSignature& Of(const OpRegistrationData& op, const NodeDef& node, int num_data_inputs,
                          const TensorContent* content = nullptr);

 private:
  const ImportLimits limits_;
  const int producer_;
  absl::flat_hash_map<std::string, std::unique_ptr<const NodeSignature>> known_;
  SharedNodeTypes types_;
  NodeSignature last_;
  std::string key_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_NODE_SIGNATURE_H_
