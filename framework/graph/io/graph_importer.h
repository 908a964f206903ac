// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_GRAPH_IMPORTER_H_
#define FRAMEWORK_GRAPH_IO_GRAPH_IMPORTER_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/graph/data/graph_editor.h"
#include "framework/graph/data/node_names.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/io/import_names.h"
#include "framework/graph/io/import_options.h"
#include "framework/graph/io/node_signature.h"
#include "framework/graph/io/resolved_options.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {

class ShapeRefiner;

// Adds the nodes of one GraphDef, or of one function's body, to the graph of an editor, in passes
// over all nodes: names, then ops and attrs, then edges, then the order, then shapes. A pass goes
// on after a mistake, so that all are told; what depends on a wrong node is not judged. Whoever
// asks throws the editor away if there were problems. Thread-compatible.
class GraphImporter {
 public:
  using Nodes = google::protobuf::RepeatedPtrField<NodeDef>;

  // All are borrowed. The editor has the functions that the nodes may call.
  GraphImporter(ResolvedOptions* options, const Nodes& nodes, int producer, GraphEditor* editor,
                ProblemList* problems);

  // The nodes are a function's body: "_Arg" nodes stand for the arguments. What is wrong with the
  // inputs of some nodes, or with some nodes as such, was told of already.
  void SetBody(std::vector<bool> wrong_inputs, std::vector<bool> wrong_nodes);

  // Adds everything but shapes.
  void AddNodes();
  // Infers shapes, entering the functions called unless told that these are not to be relied on.
  void InferShapes(bool enter_functions);

  // Node ids in order; complete if there are no problems.
  std::vector<int32_t> TakeOrder() { return std::move(order_); }
  int first_new_node() const { return first_new_node_; }
  // Where in the GraphDef new node `id` stands.
  int PlaceOf(int id) const { return place_of_[static_cast<size_t>(id - first_new_node_)]; }
  // The id of the node with this name in the GraphDef; -1 if there is none or it was skipped as
  // mapped.
  int IdOf(absl::string_view name) const;
  // Does the GraphDef, before anything is skipped, have this output or (TensorId::kControlSlot)
  // node?
  bool Has(const TensorId& id) const;
  // Of a node of the GraphDef; the graph has not got it if its outputs are all mapped.
  int NumOutputs(int place) const { return num_outputs_[static_cast<size_t>(place)]; }
  const ImportNames& names() const { return names_; }

 private:
  // Marks in id_of_.
  static constexpr int32_t kBroken = -1;
  static constexpr int32_t kSkipped = -2;

  void NameNodes();
  void CheckName(int place);
  void AddNode(int place);
  void ReportUnknownOps();
  void SortNodes();

  // Of AddNode:
  const OpRegistrationData* OpOf(int place);
  bool IsFullyMapped(int place, size_t num_outputs) const;
  bool CheckOutputs(int place, size_t num_outputs);
  void Warn(int place, const NodeSignature& signature);
  int Store(int place, const OpRegistrationData& op, const NodeSignature& signature);
  NodeAttrs AttrsWithNewNames(int place, const NodeAttrs& attrs);
  void KeepNotes(int place, int id);

  // Of connecting one node; a false answer was reported, or is a consequence.
  void Connect(int place);
  bool ReadData(int place, int index, const InputRef& ref);
  bool ReadControl(int place, int index, const InputRef& ref);
  bool FindSource(int place, int index, absl::string_view name, int* source_place);
  bool SetData(int place, int index, Endpoint source);
  void AddControl(int source, int node);
  void AddControlDependencies(int node);

  void InferNode(int id, ShapeRefiner* refiner);
  absl::Status MergeGivenShapes(int id);

  void Problem(int place, absl::StatusCode code, absl::string_view text);
  void Invalid(int place, absl::string_view text) {
    Problem(place, absl::StatusCode::kInvalidArgument, text);
  }
  const NodeDef& def(int place) const { return nodes_.Get(place); }
  int32_t& id_of(int place) { return id_of_[static_cast<size_t>(place)]; }
  void Progress(absl::string_view phase, int done, int all) const;

  ResolvedOptions* const options_;
  const Nodes& nodes_;
  GraphEditor* const editor_;
  ProblemList* const problems_;
  bool is_body_ = false;
  const int first_new_node_;

  ImportNames names_;
  NodeSignatures signatures_;
  std::vector<bool> wrong_inputs_;      // by place: reported, or a consequence
  std::vector<bool> wrong_nodes_;       // by place: the same; such a node is not looked at
  std::vector<std::string> new_names_;  // by place
  std::vector<int32_t> id_of_;          // by place: id, kBroken or kSkipped
  std::vector<int32_t> num_outputs_;    // by place
  std::vector<int32_t> place_of_;       // by id - first_new_node_
  std::map<absl::string_view, std::vector<int>>
      unknown_ops_;  // where nodes of ops stand that are not registered
  std::vector<int32_t> order_;
  int64_t total_outputs_ = 0;
  std::set<std::string> warned_;

  // Of the node that is being connected:
  std::vector<int32_t> controls_;
  bool needs_imported_node_ = false;
  std::vector<int32_t> control_mark_;  // by id: the place that it was last made a control input of
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_GRAPH_IMPORTER_H_
