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

absl::Status Inconsistent(int port, const PartialTensorShape& given,
                          const PartialTensorShape& inferred) {
  return absl::InvalidArgumentError(absl::StrCat(
      "the node has an ", kShapesAttr, " attribute inconsistent with the GraphDef for output #",
      port, ": it says ", given.DebugString(), ", but the op makes ", inferred.DebugString()));
}

// What is fed has the shape that its own attr says.
bool IsFed(OpRole role) {
  return role == OpRole::kPlaceholder || role == OpRole::kPlaceholderWithDefault;
}

}  // namespace

absl::Status GraphImporter::InferShapes(bool enter_functions) {
  ShapeRefiner refiner(&editor_->data(),
                       enter_functions ? ShapeRefiner::Calls::kEnter : ShapeRefiner::Calls::kSkip);
  int done = 0;
  for (int32_t id : order_) {
    if (id < first_new_node_) continue;
    if (!wrong_inputs_[static_cast<size_t>(PlaceOf(id))]) InferNode(id, &refiner);
    OPGRAFT_RETURN_IF_ERROR(Progress("inferring shapes", done++, nodes_.size()));
  }
  return absl::OkStatus();
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
  std::vector<PartialTensorShape> given;
  OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(attrs, kShapesAttr, &given));
  if (static_cast<int>(given.size()) < graph.NumOutputs(id)) {
    return absl::InvalidArgumentError(absl::StrCat("the node has ", graph.NumOutputs(id),
                                                   " outputs, but its ", kShapesAttr,
                                                   " attribute specifies ", given.size()));
  }
  for (int i = 0; i < graph.NumOutputs(id); ++i)
    OPGRAFT_RETURN_IF_ERROR(MergeGivenShape({id, i}, given[static_cast<size_t>(i)]));
  editor_->SetAttrs(id, attrs.Without(kShapesAttr));
  return absl::OkStatus();
}

absl::Status GraphImporter::MergeGivenShape(Endpoint output, const PartialTensorShape& given) {
  GraphData& graph = editor_->data();
  // Of a TensorArrayV3's or StackV2's handle TensorFlow's shape functions say [2]; its kernels make
  // a scalar, as ours do. Nothing depends on either.
  if (graph.OutputType(output) == DT_RESOURCE) return absl::OkStatus();
  const PartialTensorShape inferred = graph.OutputShape(output);
  PartialTensorShape merged;
  if (!inferred.MergeWith(given, &merged).ok()) return Inconsistent(output.port, given, inferred);
  if (IsFed(graph.node(output.node).op->role) || merged == inferred) return absl::OkStatus();
  graph.SetOutputShape(output, merged);
  graph.has_given_shapes = true;
  return absl::OkStatus();
}

}  // namespace opgraft_internal
