// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_DATA_GRAPH_EDITOR_H_
#define FRAMEWORK_GRAPH_DATA_GRAPH_EDITOR_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/data/graph_data.h"

namespace opgraft {

// A node to add. Its types are those that its op declares with these attrs.
struct NewNode {
  std::string name;
  const OpRegistrationData* op = nullptr;
  NodeAttrs attrs;
  absl::string_view device;
  std::shared_ptr<const NodeTypes> types;
  absl::Span<const Endpoint> inputs;   // as many as the types say
  absl::Span<const int32_t> controls;  // without repeats
};

// The only writer of graphs: makes a new one, or a changed copy of one. It stores; who calls it has
// checked. Nodes may be added before those they refer to, as long as all are there at Finish.
// Thread-compatible.
class GraphEditor {
 public:
  explicit GraphEditor(std::shared_ptr<const KernelRegistry> registry);
  explicit GraphEditor(const Graph& base);

  GraphData& data() { return *data_; }
  const GraphData& data() const { return *data_; }

  // Makes room for nodes to come.
  void Reserve(int num_nodes);
  // The id of the new node, or -1 if its name is taken.
  int AddNode(NewNode node);
  // Replaces input `i` of node `id`.
  void SetInput(int id, int i, Endpoint source);
  // Replaces its control inputs; without repeats.
  void SetControls(int id, absl::Span<const int32_t> controls);
  void SetAttrs(int id, NodeAttrs attrs);
  void SetDevice(int id, absl::string_view device);

  // The graph, with its order and its counts of consumers. INVALID_ARGUMENT names the nodes of a
  // cycle in order (back edges into Merge nodes are none). The editor is empty afterwards.
  absl::StatusOr<Graph> Finish() &&;
  // The same if the order is known.
  Graph Finish(std::vector<int32_t> order) &&;

  // For readers of a graph that need the storage (the shape refiner, transforms).
  static const GraphData& DataOf(const Graph& graph) { return *graph.data_; }

 private:
  void IndexDevices();

  std::shared_ptr<GraphData> data_;
  absl::flat_hash_map<std::string, uint32_t> device_ids_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_GRAPH_DATA_GRAPH_EDITOR_H_
