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
#include "framework/graph/data/name_rules.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/io/import_names.h"
#include "framework/graph/io/import_options.h"
#include "framework/graph/io/node_def_checker.h"
#include "framework/graph/io/resolved_options.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {

class ShapeRefiner;

// Adds the nodes of one GraphDef, or of one function's body, to the graph of an editor, in passes
// over all nodes: names, then ops and attrs, then edges, then the order, then shapes. A pass goes
// on after a mistake, so that all are reported; what depends on a wrong node is not judged. The
// caller discards the editor if there were problems. Thread-compatible.
//
// Its methods stand in three files: edges in graph_importer_edges.cc, shapes in
// graph_importer_shapes.cc, all others in graph_importer.cc.
//
// A place is the index of a node in the GraphDef, an id its number in the graph: a node whose
// outputs are all mapped to tensors of the graph has a place and no id.
class GraphImporter {
 public:
  using Nodes = google::protobuf::RepeatedPtrField<NodeDef>;

  // All are borrowed. The editor has the functions that the nodes may call.
  GraphImporter(ResolvedOptions* options, const Nodes& nodes, int producer, GraphEditor* editor,
                ProblemList* problems);

  // The nodes are a function's body: "_Arg" nodes stand for the arguments. By place:
  // `wrong_inputs`, nodes whose inputs are wrong, and `wrong_nodes`, nodes that are wrong in
  // themselves. Both were reported already and are not checked again. `checker` (may be null) is
  // that of other bodies too, and borrowed.
  void SetBody(std::vector<bool> wrong_inputs, std::vector<bool> wrong_nodes,
               NodeDefChecker* checker);

  // Adds everything but shapes. The status is that of the load, CANCELLED or OK: what is wrong with
  // nodes is in the list of problems.
  absl::Status AddNodes();
  // Infers shapes, entering the functions called unless told that these are not to be relied on.
  // The status is as above.
  absl::Status InferShapes(bool enter_functions);

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
  // Marks in id_of_: the node is wrong; its outputs are all mapped.
  static constexpr int32_t kBroken = -1;
  static constexpr int32_t kSkipped = -2;

  // The passes of AddNodes.
  void NameNodes();
  void CheckName(int place);
  absl::Status CheckNodes();
  void AddNode(int place, NodeDefChecker* checker);
  void ReportUnknownOps();
  void SortNodes();

  // Of AddNode:
  const OpRegistrationData* OpOf(int place);
  bool IsFullyMapped(int place, size_t num_outputs) const;
  bool CheckOutputs(int place, size_t num_outputs);
  void Warn(int place, const CheckedNodeDef& checked);
  int Store(int place, const OpRegistrationData& op, const CheckedNodeDef& checked);
  NodeAttrs AttrsWithNewNames(int place, const NodeAttrs& attrs);
  void KeepNotes(int place, int id);

  // Of connecting one node. False: that was reported, or follows from what was.
  void Connect(int place);
  bool ReadData(int place, int index, const InputRef& ref);
  bool ReadControl(int place, int index, const InputRef& ref);
  bool FindSource(int place, int index, absl::string_view name, int* source_place);
  bool SetData(int place, int index, Endpoint source);
  void AddControl(int source, int node);
  void AddControlDependencies(int node);

  void InferNode(int id, ShapeRefiner* refiner);
  // Merges the shapes that the attr _output_shapes of a node gives into the inferred ones, and
  // takes the attr away. INVALID_ARGUMENT if they contradict each other.
  absl::Status MergeGivenShapes(int id);
  absl::Status MergeGivenShape(Endpoint output, const PartialTensorShape& given);

  void Problem(int place, absl::StatusCode code, absl::string_view text);
  void Invalid(int place, absl::string_view text) {
    Problem(place, absl::StatusCode::kInvalidArgument, text);
  }
  const NodeDef& def(int place) const { return nodes_.Get(place); }
  int32_t& id_of(int place) { return id_of_[static_cast<size_t>(place)]; }
  absl::Status Progress(absl::string_view phase, int done, int all) const;

  ResolvedOptions* const options_;
  const Nodes& nodes_;
  GraphEditor* const editor_;
  ProblemList* const problems_;
  bool is_body_ = false;
  const int first_new_node_;

  ImportNames names_;
  const int producer_;
  NodeDefChecker* shared_checker_ = nullptr;
  // By place: reported, or a consequence.
  std::vector<bool> wrong_inputs_;
  // By place: the same; such a node is not looked at.
  std::vector<bool> wrong_nodes_;
  // By place.
  std::vector<std::string> new_names_;
  // By place: id, kBroken or kSkipped.
  std::vector<int32_t> id_of_;
  // By place.
  std::vector<int32_t> num_outputs_;
  // By id - first_new_node_.
  std::vector<int32_t> place_of_;
  // By op that is not registered: the places of its nodes.
  std::map<absl::string_view, std::vector<int>> unknown_ops_;
  std::vector<int32_t> order_;
  int64_t total_outputs_ = 0;
  std::set<std::string> warned_;

  // Of the node that is being connected:
  std::vector<int32_t> controls_;
  bool needs_imported_node_ = false;
  // By id: the place of the node that it was last made a control input of.
  std::vector<int32_t> control_mark_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_GRAPH_IMPORTER_H_
