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

// A run of one of GraphData's arrays.
struct Run {
  uint32_t begin = 0;
  uint32_t size = 0;
};

// One node. Its edges and shapes stand in the arrays of GraphData.
struct NodeData {
  std::string name;
  const OpRegistrationData* op = nullptr;
  NodeAttrs attrs;                         // with defaults
  std::shared_ptr<const NodeTypes> types;  // shared by nodes of equal ones
  Run inputs;                              // of `inputs`
  Run controls;                            // of `controls`
  Run outputs;                             // of `output_shapes` and `num_consumers`
  uint32_t device = 0;                     // of `devices`
  bool is_merge = false;  // joins the branches or turns of TensorFlow's v1 control flow
  bool is_next_iteration = false;
};

// What stands behind a Graph: the storage, without rules. Written by GraphEditor only (the
// ShapeRefiner sets output shapes through it); immutable once a Graph holds it. Edges are ids in
// flat arrays, so that a node costs some 200 bytes.
struct GraphData {
  std::shared_ptr<const KernelRegistry> registry;
  FunctionLibrary functions;
  VersionDef versions;
  // What a GraphDef has beside nodes, functions and versions: debug info, gradients, unknown
  // fields. Null: nothing.
  std::shared_ptr<const GraphDef> rest;

  std::vector<NodeData> nodes;
  NameIndex names;
  std::vector<Endpoint> inputs;
  std::vector<int32_t> controls;
  std::vector<uint32_t> output_shapes;  // of `shapes`
  std::vector<int32_t> num_consumers;   // made by GraphEditor::Finish, as is the order
  std::vector<int32_t> topological_order;
  ShapeTable shapes;
  // A file's _output_shapes said more than is known by inference, and may be wrong: shapes are then
  // what to expect, not what must be.
  bool has_given_shapes = false;
  std::vector<std::string> devices = {""};
  StateSlot state;                                // found when it is asked for (StateOf)
  absl::flat_hash_map<int32_t, NodeNotes> notes;  // of the nodes that have any

  // An empty graph of today's version.
  explicit GraphData(std::shared_ptr<const KernelRegistry> registry);

  int num_nodes() const { return static_cast<int>(nodes.size()); }
  const NodeData& node(int id) const { return nodes[static_cast<size_t>(id)]; }
  template <typename T>
  static absl::Span<const T> RunOf(Run run, const std::vector<T>& array) {
    return absl::MakeConstSpan(array).subspan(run.begin, run.size);
  }
  absl::Span<const Endpoint> InputsOf(int id) const { return RunOf(node(id).inputs, inputs); }
  absl::Span<const int32_t> ControlsOf(int id) const { return RunOf(node(id).controls, controls); }
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
