// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/graph_export.h"

#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph_data.h"
#include "framework/graph/io/renamed_ops.h"

namespace opgraft_internal {

void ExportNode(const GraphData& graph, int id, NodeDef* def) {
  def->Clear();
  const NodeData& node = graph.node(id);
  const NodeNotes* const notes = graph.NotesOf(id);
  if (notes != nullptr && notes->of_def != nullptr) *def = *notes->of_def;
  def->set_name(node.name);
  def->set_op(std::string(OpNameInFile(node.op->op_def.name())));
  def->set_device(graph.devices[node.device]);
  // Not add_input(std::string&&): where memory ends, it leaves an element that never was.
  for (const Endpoint& e : graph.InputsOf(id)) *def->add_input() = graph.TensorName(e);
  for (int32_t source : graph.ControlsOf(id))
    *def->add_input() = absl::StrCat("^", graph.node(source).name);
  for (const NodeAttrs::Entry& entry : node.attrs.entries())
    (*def->mutable_attr())[entry.first] = *node.attrs.WholeValue(entry);
}

GraphDef ExportGraph(const GraphData& graph) {
  GraphDef def;
  if (graph.rest != nullptr) def = *graph.rest;
  def.mutable_node()->Reserve(graph.num_nodes());
  for (int id = 0; id < graph.num_nodes(); ++id) ExportNode(graph, id, def.add_node());
  for (const std::string& name : graph.functions.FunctionNames()) {
    *def.mutable_library()->add_function() = *graph.functions.FindFunction(name);
  }
  *def.mutable_versions() = graph.versions;
  return def;
}

}  // namespace opgraft_internal
