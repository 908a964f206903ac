// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_DATA_GRAPH_EDITOR_H_
#define FRAMEWORK_GRAPH_DATA_GRAPH_EDITOR_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/data/graph_data.h"
#include "framework/graph/data/node_notes.h"
#include "framework/op/attr.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

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

// The only writer of graphs, and the workbench of import, GraphBuilder and the transforms: makes a
// new graph, or a changed copy of one, by ids. It does not validate: callers must. Nodes may be
// added before those they refer to, as long as all are there at Finish. Ids stay as they are until
// Finish, which closes the gaps of removed nodes. Static shapes stay what they were: true, as long
// as a node gets no other inputs than such of compatible shapes. Thread-compatible.
//
//   GraphEditor editor(graph);                  // x -> y -> z
//   editor.RewireUses({y, 0}, {x, 0});          // x -> z
//   editor.Remove(y);
//   absl::StatusOr<Graph> without_y = std::move(editor).Finish();
class GraphEditor {
 public:
  explicit GraphEditor(std::shared_ptr<const KernelRegistry> registry);
  explicit GraphEditor(const Graph& base);

  GraphData& data() { return *data_; }
  const GraphData& data() const { return *data_; }
  // An editor of the same graph, as it is now.
  GraphEditor Copy() const;

  // Makes room for nodes to come.
  void Reserve(int num_nodes);
  // The id of the new node, or -1 if its name is taken.
  int AddNode(NewNode node);
  // Replaces input `i` of node `id`.
  void SetInput(int id, int i, Endpoint source);
  // Replaces its control inputs; without repeats.
  void SetControls(int id, absl::Span<const int32_t> controls);
  // Makes `id` wait for `source`, unless it does.
  void AddControl(int id, int source);
  // Another op with the same inputs, outputs and attrs.
  void SetOp(int id, const OpRegistrationData* op);
  // Other attrs that say nothing of the node's types.
  void SetAttrs(int id, NodeAttrs attrs);
  void SetDevice(int id, absl::string_view device);
  // What node `id` carries for people and other tools.
  void SetNotes(int id, NodeNotes notes);

  // Sets one attr. INVALID_ARGUMENT if it is not what the op declares, or if the node would get
  // another number of inputs or outputs: another node must then take its place.
  absl::Status SetAttr(int id, absl::string_view name, const Attr& value);
  // Makes what reads `from` read `to`, but for inputs of the node of `to` itself (which may be one
  // put in between). The tensor that people know by a name is `to` then: tensor notes of `from` go
  // there. INVALID_ARGUMENT if the types differ.
  absl::Status RewireUses(Endpoint from, Endpoint to);
  // Makes what waits for node `id` wait for node `by`.
  void RewireControls(int id, int by);
  // Makes what reads or waits for node `id` read and wait for node `by`, output for output. `by`
  // gets the notes of `id` to its own (MergeNotes), the tensor names alone. INVALID_ARGUMENT if an
  // output that is read is missing or of another type; nothing is changed.
  absl::Status Replace(int id, int by);
  // Takes a node out; its name is free then. INVALID_ARGUMENT names a node that uses it.
  absl::Status Remove(int id);
  bool is_removed(int id) const {
    return static_cast<size_t>(id) < removed_.size() && removed_[static_cast<size_t>(id)];
  }

  // The graph, with its order and its counts of consumers. INVALID_ARGUMENT names the nodes of a
  // cycle in order (back edges into Merge nodes are none). The editor is empty afterwards.
  absl::StatusOr<Graph> Finish() &&;
  // The same if the order is known and no node was removed.
  Graph Finish(std::vector<int32_t> order) &&;

  // For readers of a graph that need the storage (the shape refiner, transforms).
  static const GraphData& DataOf(const Graph& graph) { return *graph.data_; }

 private:
  explicit GraphEditor(std::shared_ptr<GraphData> data);
  // The nodes that read or wait for `id`, in order.
  std::vector<int32_t> UsersOf(int id);
  void IndexUsers();
  void NoteUse(int source, int user);
  bool Uses(int user, int id) const;
  // INVALID_ARGUMENT unless what reads `from` may read `to`.
  absl::Status CheckRewiring(Endpoint from, Endpoint to) const;
  void Rewire(Endpoint from, Endpoint to);
  void MoveNotes(Endpoint from, Endpoint to);
  void MergeNotesInto(int id, int by);
  void ReplaceControl(int user, int source, int by);
  void CloseGaps();
  // Of CloseGaps: makes node `id` the next one of `to`.
  void MoveNode(int id, const std::vector<int32_t>& new_ids, GraphData* to) const;

  std::shared_ptr<GraphData> data_;
  absl::flat_hash_map<std::string, uint32_t> device_ids_;
  // By node, made when first asked for: all its users, and perhaps nodes that are none any more.
  std::vector<std::vector<int32_t>> users_;
  std::vector<bool> removed_;  // by node; shorter if no later one is
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_DATA_GRAPH_EDITOR_H_
