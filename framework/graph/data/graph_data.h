// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_DATA_GRAPH_DATA_H_
#define FRAMEWORK_GRAPH_DATA_GRAPH_DATA_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "framework/graph/data/endpoint.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/data/name_index.h"
#include "framework/graph/data/node_notes.h"
#include "framework/graph/data/node_types.h"
#include "framework/graph/data/shape_table.h"
#include "framework/graph/data/state_slot.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/node_attrs.h"
#include "framework/op/node_properties.h"
#include "framework/op/op_registry.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {

// A stretch of one of GraphData's arrays: `size` elements from `begin` on.
struct IndexRange {
  uint32_t begin = 0;
  uint32_t size = 0;
};

// One node. Its edges and shapes stand in the arrays of GraphData.
struct NodeData {
  std::string name;
  const OpRegistrationData* op = nullptr;
  // With defaults.
  NodeAttrs attrs;
  // Shared by nodes of equal ones.
  std::shared_ptr<const NodeTypes> types;
  // Of GraphData::inputs.
  IndexRange inputs;
  // Of `controls`.
  IndexRange controls;
  // Of `output_shapes` and `num_consumers`.
  IndexRange outputs;
  // Of `devices`.
  uint32_t device = 0;
  // Joins the branches or turns of TensorFlow's v1 control flow.
  bool is_merge = false;
  bool is_next_iteration = false;
};

// What stands behind a Graph: the storage, without rules. Written by GraphEditor only (the
// ShapeRefiner sets output shapes through it); immutable once a Graph holds it, and then read by
// any thread. Edges are ids in flat arrays, so that a node costs some 200 bytes:
//
//   nodes    a {inputs 0+0}   b {inputs 0+1}   c {inputs 1+2}       each a stretch of `inputs`
//   inputs   [a:0]  [a:0 b:0]                                       b reads a; c reads a and b
//   output_shapes, num_consumers: by output, likewise a stretch for each node
struct GraphData {
  std::shared_ptr<const KernelRegistry> registry;
  FunctionLibrary functions;
  VersionDef versions;
  // What a GraphDef has beside nodes, functions and versions: debug info, gradients, unknown
  // fields. Null: nothing.
  std::shared_ptr<const GraphDef> rest;

  std::vector<NodeData> nodes;
  NameIndex names;
  // The data inputs and the control inputs of all nodes, in the order in which they were added.
  std::vector<Endpoint> inputs;
  std::vector<int32_t> controls;
  // Of `shapes`.
  std::vector<uint32_t> output_shapes;
  // Made by GraphEditor::Finish, as is the order.
  std::vector<int32_t> num_consumers;
  std::vector<int32_t> topological_order;
  ShapeTable shapes;
  // A file's _output_shapes said more than is known by inference, and may be wrong: shapes are then
  // what to expect, not what must be.
  bool has_given_shapes = false;
  std::vector<std::string> devices = {""};
  // Found when it is asked for (StateOf).
  StateSlot state;
  // Of the nodes that have any.
  absl::flat_hash_map<int32_t, NodeNotes> notes;

  // An empty graph of today's version.
  explicit GraphData(std::shared_ptr<const KernelRegistry> registry);

  int num_nodes() const { return static_cast<int>(nodes.size()); }
  const NodeData& node(int id) const { return nodes[static_cast<size_t>(id)]; }
  template <typename T>
  static absl::Span<const T> Slice(IndexRange range, const std::vector<T>& array) {
    return absl::MakeConstSpan(array).subspan(range.begin, range.size);
  }
  absl::Span<const Endpoint> InputsOf(int id) const { return Slice(node(id).inputs, inputs); }
  absl::Span<const int32_t> ControlsOf(int id) const { return Slice(node(id).controls, controls); }
  int NumOutputs(int id) const { return static_cast<int>(node(id).outputs.size); }
  DataType InputType(int id, int i) const { return node(id).types->inputs[static_cast<size_t>(i)]; }
  DataType OutputType(Endpoint e) const {
    return node(e.node).types->outputs[static_cast<size_t>(e.port)];
  }
  const PartialTensorShape& OutputShape(Endpoint e) const {
    return shapes.Get(output_shapes[OutputIndex(e)]);
  }
  void SetOutputShape(Endpoint e, const PartialTensorShape& shape) {
    output_shapes[OutputIndex(e)] = shapes.Intern(shape);
  }
  // Where output `e` stands in the arrays of outputs.
  size_t OutputIndex(Endpoint e) const {
    return node(e.node).outputs.begin + static_cast<size_t>(e.port);
  }

  // Null if the node has none.
  const NodeNotes* NotesOf(int id) const {
    const auto found = notes.find(id);
    return found == notes.end() ? nullptr : &found->second;
  }

  // -1 if there is none.
  int FindNode(absl::string_view name) const;
  // "a", "a:1".
  std::string TensorName(Endpoint e) const;
  // All of a node that a kernel or a shape function needs, made anew.
  std::shared_ptr<NodeProperties> MakeProperties(int id) const;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_DATA_GRAPH_DATA_H_
