// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_NODE_DEF_CHECKER_H_
#define FRAMEWORK_GRAPH_IO_NODE_DEF_CHECKER_H_

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "framework/graph/data/import_limits.h"
#include "framework/graph/data/node_types.h"
#include "framework/op/node_attrs.h"
#include "framework/types/internal_namespace.h"

namespace opgraft {
class AttrValue;
class NodeDef;
struct OpRegistrationData;
}  // namespace opgraft

namespace opgraft_internal {

struct TensorContent;

// Gives equal values of attrs one AttrValue, if they are short. Thread-compatible.
class SharedAttrValues {
 public:
  // Keeps so many.
  explicit SharedAttrValues(size_t max_known) : max_known_(max_known) {}
  // A copy of `value`, or that of an equal one.
  std::shared_ptr<const AttrValue> Share(const AttrValue& value);

 private:
  const size_t max_known_;
  absl::flat_hash_map<std::string, std::shared_ptr<const AttrValue>> known_;
  std::string key_;
};

// A node's attrs with defaults and its expanded types. A value.
struct CheckedNodeDef {
  NodeAttrs attrs;  // with defaults
  std::shared_ptr<const NodeTypes> types;
  // Everything wrong, the messages without the node's name. If anything is, the types are not to be
  // relied on.
  std::vector<absl::Status> problems;
  // Attrs that the op has not: "Op has no attr 'n'; nearest: 'N'; it is ignored".
  std::vector<std::string> warnings;
};

// Checks the attrs of nodes against their ops and fills in defaults. Nodes of one op with equal
// attrs get one NodeAttrs, and cost one look-up. Thread-safe: the bodies of a library have one.
//
// Example:
//   NodeDefChecker checker(ImportLimits(), def.versions().producer());
//   const CheckedNodeDef checked = checker.Check(*op, node, 2);
//   if (!checked.problems.empty()) return checked.problems.front();
class NodeDefChecker {
 public:
  // `producer` is the version of the graph: ops that it is too new for are UNIMPLEMENTED.
  // `max_known` keeps a file of ever new attrs from filling memory with what is never found again.
  NodeDefChecker(const ImportLimits& limits, int producer, size_t max_known = 1 << 16)
      : limits_(limits), producer_(producer), max_known_(max_known), values_(max_known) {}

  // Says that a node's inputs are not known: their number is then right, and their types are not
  // made.
  static constexpr int kAnyInputs = -1;

  // `num_data_inputs` is how many the node has. `content` (may be null) is that of a Const's attr
  // 'value' if it is not in the node. Large contents are held as a Tensor.
  CheckedNodeDef Check(const OpRegistrationData& op, const NodeDef& node, int num_data_inputs,
                       const TensorContent* content = nullptr);

 private:
  const ImportLimits limits_;
  const int producer_;
  const size_t max_known_;
  absl::Mutex mutex_;
  // What was checked, and where it is by its key. Not owned by the table: a table of
  // std::unique_ptr copies its keys when it grows, and is broken if there is no memory for them.
  std::deque<CheckedNodeDef> checked_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<std::string, const CheckedNodeDef*> known_ ABSL_GUARDED_BY(mutex_);
  SharedNodeTypes types_ ABSL_GUARDED_BY(mutex_);
  SharedAttrValues values_ ABSL_GUARDED_BY(mutex_);
  std::string key_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_NODE_DEF_CHECKER_H_
