// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_NODE_DEF_BUILDER_H_
#define FRAMEWORK_OP_NODE_DEF_BUILDER_H_

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/op/attr.h"
#include "framework/op/owned_node_def.h"
#include "framework/types/data_type.h"

namespace opgraft {

class NodeDefBuilder;
class OpDef;
class OpRegistry;
class OpRegistryInterface;

// Gives a builder the input of index `input`; see fake_input.h.
using FakeInputFunctor = std::function<absl::Status(
    const OpDef& op, int input, const NodeDef& so_far, NodeDefBuilder* builder)>;

// Writes a NodeDef by the rules of its op: the attrs for types and lengths are inferred from the
// inputs, defaults are added. Errors are gathered until Finalize. It does not check what
// ValidateNodeDef does. Thread-compatible.
//
// Example, of a node with N=2 and T=DT_FLOAT:
//   NodeDefBuilder("n", "AddN").Input({{"a", 0, DT_FLOAT}, {"b", 1, DT_FLOAT}}).Finalize(&node);
class NodeDefBuilder {
 public:
  // Output `index` of a node.
  struct NodeOut {
    std::string node;
    int index = 0;
    DataType data_type = DT_INVALID;
  };

  // Looks the op up in `ops`, which must outlive the builder; without it, among the ops of the
  // process.
  NodeDefBuilder(absl::string_view name, absl::string_view op_name,
                 const OpRegistryInterface* ops = nullptr);
  // `op` must outlive the builder.
  NodeDefBuilder(absl::string_view name, const OpDef* op);

  // One call for each input arg, in order: a tensor, or a list for an arg that is one.
  NodeDefBuilder& Input(absl::string_view node, int index, DataType dtype);
  NodeDefBuilder& Input(const NodeOut& source) {
    return Input(source.node, source.index, source.data_type);
  }
  // A list, for an arg of type N * T or list(type).
  NodeDefBuilder& Input(absl::Span<const NodeOut> sources);
  NodeDefBuilder& Input(std::initializer_list<NodeOut> sources) {
    return Input(absl::Span<const NodeOut>(sources.begin(), sources.size()));
  }
  NodeDefBuilder& Input(const FakeInputFunctor& fake_input);
  // Control inputs come last, whenever they are added.
  NodeDefBuilder& ControlInput(absl::string_view node);
  // The node's device; kept as it is.
  NodeDefBuilder& Device(absl::string_view device);

  // Sets an attr. One that is set or inferred twice must get equal values.
  //
  // Example: `.Attr("strides", {1, 2, 2, 1}).Attr("padding", "SAME")`
  NodeDefBuilder& Attr(absl::string_view name, const opgraft::Attr& value);

  // Writes the node. INVALID_ARGUMENT "... while building NodeDef 'n' using Op<...>" with all
  // errors so far. Repeatable.
  absl::Status Finalize(NodeDef* node) const;
  absl::Status Finalize(OwnedNodeDef* node) const { return Finalize(&node->proto()); }

  const std::string& node_name() const { return node_.name(); }
  // Null if there is no such op.
  const OpDef* op_def() const { return op_; }

 private:
  // False, and an error is noted, if all input args have theirs.
  bool HasNextArg();
  void AddInput(absl::string_view node, int index);
  // The types of input arg `arg`, from one tensor or from the list given for it.
  void SetTypesOf(int arg, DataType dtype);
  void SetTypesOf(int arg, absl::Span<const NodeOut> sources);
  // Note an error if an input does not fit the arg.
  void CheckType(int arg, DataType expected, DataType actual);
  void CheckRef(int arg, DataType actual);

  std::shared_ptr<const OpRegistry> keep_alive_;
  const OpDef* op_ = nullptr;
  OwnedNodeDef node_;
  // How many input args were given so far.
  int num_args_ = 0;
  std::vector<std::string> control_inputs_;
  std::vector<std::string> errors_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_OP_NODE_DEF_BUILDER_H_
