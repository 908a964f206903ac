// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_DATA_GRAPH_H_
#define FRAMEWORK_GRAPH_DATA_GRAPH_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/graph/data/endpoint.h"
#include "framework/graph/data/node_notes.h"
#include "framework/op/node_attrs.h"
#include "framework/op/node_properties.h"
#include "framework/op/op_role.h"
#include "framework/types/data_type.h"
#include "framework/types/partial_tensor_shape.h"

namespace opgraft_internal {
class FunctionLibrary;
class GraphEditor;
struct GraphData;
struct NodeData;
}  // namespace opgraft_internal

namespace opgraft {

class GraphDef;
class KernelRegistry;
class NodeDef;
class VersionDef;
struct ImportOptions;
struct OpRegistrationData;

// A view of one node; as long-lived as its Graph. Reading it is thread-safe.
//
// Example:
//   for (const Endpoint& e : node.inputs())
//     std::cout << graph.node(e.node).OutputName(e.port) << "\n";
class Node {
 public:
  int id() const { return id_; }
  const std::string& name() const;
  const std::string& op() const;
  const OpRegistrationData& op_data() const;
  const NodeAttrs& attrs() const;
  const std::string& device() const;
  absl::Span<const Endpoint> inputs() const;         // data inputs, in order
  absl::Span<const int32_t> control_inputs() const;  // node ids, without repeats
  int num_inputs() const { return static_cast<int>(inputs().size()); }
  int num_outputs() const;
  DataType input_type(int i) const;  // as the op declares it (may be a ref)
  DataType output_type(int i) const;
  // What shape inference found; unknown rank if nothing.
  const PartialTensorShape& output_shape(int i) const;
  bool is_stateful() const;
  OpRole role() const;  // of its op
  // What it carries for people and other tools; null: nothing.
  const NodeNotes* notes() const;
  // "a", "a:1": output `i` as TensorFlow names it.
  std::string OutputName(int i) const;
  // All a kernel needs; made anew at each call.
  std::shared_ptr<const NodeProperties> Properties() const;
  void ToNodeDef(NodeDef* def) const;

 private:
  friend class Graph;
  Node(const opgraft_internal::GraphData* graph, int id) : graph_(graph), id_(id) {}
  const opgraft_internal::GraphData* graph_;
  int id_;
};

// A checked graph: nodes in the order of the file, edges as ids, attrs with their defaults, types
// and shapes inferred, and the library of functions its nodes call. A value: immutable content
// shared by copies, so copying is cheap and reading is thread-safe. GraphBuilder, ImportGraphDef
// and the transforms make new ones.
//
// Its methods stand in two files: what reads and writes files and messages (and Node::ToNodeDef) in
// framework/graph/io/graph_io.cc, so that the data does not depend on it; the rest in graph.cc.
//
// Example:
//   OPGRAFT_ASSIGN_OR_RETURN(Graph graph, Graph::FromFile("model.pb"));
//   for (int id : graph.topological_order()) std::cout << graph.node(id).name() << "\n";
class Graph {
 public:
  // An empty graph over the ops of the process, or of `registry`.
  Graph();
  explicit Graph(std::shared_ptr<const KernelRegistry> registry);
  // Copies share all. There is no move: what was moved from is as good as before.
  Graph(const Graph&) = default;
  Graph& operator=(const Graph&) = default;

  // Reading and writing, done in io/ (link //framework/graph/io:graph_io, or //framework/graph).
  //
  // Reads .pb (binary) or .pbtxt (text), told apart by their contents. NOT_FOUND for an absent
  // file, INVALID_ARGUMENT for a wrong one, with every problem of the file in one report.
  static absl::StatusOr<Graph> FromFile(const std::string& path);
  static absl::StatusOr<Graph> FromFile(const std::string& path, const ImportOptions& options);
  static absl::StatusOr<Graph> FromBytes(absl::string_view contents, const ImportOptions& options);
  static absl::StatusOr<Graph> Import(const GraphDef& def);
  static absl::StatusOr<Graph> Import(const GraphDef& def, const ImportOptions& options);

  int num_nodes() const;
  Node node(int id) const { return Node(data_.get(), id); }
  // -1 if there is none.
  int FindNode(absl::string_view name) const;
  // The name nearest to `name`, or "".
  std::string NearestNode(absl::string_view name) const;
  // "x", "x:0" or "x:1" to an endpoint. NOT_FOUND with the nearest name, or with the outputs it
  // has.
  absl::StatusOr<Endpoint> FindTensor(absl::string_view name) const;
  // "^x", "x": a node. NOT_FOUND with the nearest name.
  absl::StatusOr<int> FindTarget(absl::string_view name) const;

  // Node ids, each after all it needs; of nodes that could go either way, the first in the file
  // goes first.
  absl::Span<const int32_t> topological_order() const;
  // How often each output is consumed by data edges; by node, then port.
  int num_consumers(Endpoint endpoint) const;

  const opgraft_internal::FunctionLibrary& functions() const;
  const KernelRegistry& registry() const;
  std::shared_ptr<const KernelRegistry> shared_registry() const;
  // Producer version the shapes were inferred with.
  int producer() const;

  // An equal GraphDef: nodes in order, attrs with defaults, library, versions, unknown fields.
  GraphDef ToGraphDef() const;
  // INVALID_ARGUMENT or PERMISSION_DENIED etc. of the file system; text if the name ends in "txt".
  absl::Status ToFile(const std::string& path) const;

 private:
  friend class opgraft_internal::GraphEditor;  // graph_editor.h: the only writer
  explicit Graph(std::shared_ptr<const opgraft_internal::GraphData> data)
      : data_(std::move(data)) {}
  std::shared_ptr<const opgraft_internal::GraphData> data_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_GRAPH_DATA_GRAPH_H_
