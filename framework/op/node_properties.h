// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_NODE_PROPERTIES_H_
#define FRAMEWORK_OP_NODE_PROPERTIES_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/op/node_attrs.h"
#include "framework/types/data_type.h"

namespace opgraft {

struct OpRegistrationData;

// The range [start, limit) of a node's inputs or outputs that one arg of its op expands to. Plain
// data.
struct ArgRange {
  std::string name;
  int start = 0;
  int limit = 0;
  // True for N * T and list(type), of any length.
  bool is_list = false;
};

// All that a kernel, a shape function or a message needs to know of a node, without protobuf and
// without the graph. Immutable once made, so thread-safe; `op` belongs to a registry snapshot or a
// function library that outlives it (`keep_alive`). Made by MakeNodeProperties
// (make_node_properties.h) or by a graph.
struct NodeProperties {
  std::string name;
  std::string op_name;
  std::string device;
  const OpRegistrationData* op = nullptr;
  NodeAttrs attrs;
  // As written in the NodeDef, control inputs ("^x") last.
  std::vector<std::string> inputs;
  // By index, references marked: DT_FLOAT_REF.
  DataTypeVector input_types;
  DataTypeVector output_types;
  // The runs of the op's args, in their order.
  std::vector<ArgRange> input_args;
  std::vector<ArgRange> output_args;
  // The version of the GraphDef that the node comes from: some ops behave as they did then.
  int graph_def_version = 0;
  std::shared_ptr<const void> keep_alive;

  // "{{node n}} = Op[T=DT_FLOAT](a, b:1, ^c)", as TensorFlow's SummarizeNodeDef.
  std::string Summary(int max_inputs = -1) const;
  // The arg and position an input or output index belongs to: "x" or "xs[2]"; "" if out of range.
  std::string InputName(int index) const;
  std::string OutputName(int index) const;
};

// What a kernel's def() gives: TensorFlow's names, without protobuf. Borrows the properties.
// Thread-compatible.
//
// Example, in a kernel: `LOG(INFO) << def().name() << " of " << def().op();`
class NodeDefView {
 public:
  explicit NodeDefView(const NodeProperties* properties) : p_(properties) {}
  const std::string& name() const { return p_->name; }
  const std::string& op() const { return p_->op_name; }
  const std::string& device() const { return p_->device; }
  const std::string& input(int i) const { return p_->inputs[static_cast<size_t>(i)]; }
  int input_size() const { return static_cast<int>(p_->inputs.size()); }
  const NodeAttrs& attrs() const { return p_->attrs; }
  std::string DebugString() const { return p_->Summary(); }

 private:
  const NodeProperties* p_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_OP_NODE_PROPERTIES_H_
