// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The shapes of nodes that are imported.
#include "absl/strings/str_cat.h"
#include "framework/graph/io/graph_importer.h"
#include "framework/graph/shapes/shape_refiner.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

namespace {

constexpr absl::string_view kShapesAttr = "_output_shapes";

}  // namespace

void GraphImporter::InferShapes(bool enter_functions) {
  ShapeRefiner refiner(&editor_->data(),
                       enter_functions ? ShapeRefiner::Calls::kEnter : ShapeRefiner::Calls::kSkip);
  int done = 0;
  for (int32_t id : order_) {
    if (id < first_new_node_) continue;
    if (!wrong_inputs_[static_cast<size_t>(PlaceOf(id))]) InferNode(id, &refiner);
    Progress("inferring shapes", done++, nodes_.size());
  }
}

void GraphImporter::InferNode(int id, ShapeRefiner* refiner) {
  const int place = PlaceOf(id);
  absl::Status status = refiner->Infer(id);
  if (status.ok() && options_->get().validate_shape) status = MergeGivenShapes(id);
  if (!status.ok()) Problem(place, status.code(), status.message());
}

absl::Status GraphImporter::MergeGivenShapes(int id) {
  GraphData& graph = editor_->data();
  const NodeAttrs& attrs = graph.node(id).attrs;
  if (!HasNodeAttr(attrs, kShapesAttr)) return absl::OkStatus();
  // What is fed is as its own attr says.
  const OpRole role = graph.node(id).op->role;
  const bool is_fed = role == OpRole::kPlaceholder || role == OpRole::kPlaceholderWithDefault;
  std::vector<PartialTensorShape> given;
  OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(attrs, kShapesAttr, &given));
  if (static_cast<int>(given.size()) < graph.NumOutputs(id)) {
    return absl::InvalidArgumentError(absl::StrCat("the node has ", graph.NumOutputs(id),
                                                   " outputs, but its ", kShapesAttr,
                                                   " attribute specifies ", given.size()));
  }
  for (int i = 0; i < graph.NumOutputs(id); ++i) {
    const PartialTensorShape inferred = graph.OutputShape({id, i});
    PartialTensorShape merged;
    if (!inferred.MergeWith(given[static_cast<size_t>(i)], &merged).ok()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "the node has an ", kShapesAttr, " attribute inconsistent with the GraphDef for output #",
          i, ": it says ", given[static_cast<size_t>(i)].DebugString(), ", but the op makes ",
          inferred.DebugString()));
    }
    if (is_fed || merged == inferred) continue;
    graph.SetOutputShape({id, i}, merged);
    graph.has_given_shapes = true;
  }
  editor_->SetAttrs(id, attrs.Without(kShapesAttr));
  return absl::OkStatus();
}

}  // namespace opgraft_internal
