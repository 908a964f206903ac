// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The edges of nodes that are imported.
#include "absl/strings/str_cat.h"
#include "framework/graph/io/graph_importer.h"
#include "framework/types/nearest.h"

namespace opgraft_internal {

void GraphImporter::Connect(int place) {
  if (wrong_inputs_[static_cast<size_t>(place)] || wrong_nodes_[static_cast<size_t>(place)]) return;
  const NodeDef& node = def(place);
  controls_.clear();
  needs_imported_node_ = false;
  bool told_order = false;
  bool seen_control = false;
  bool fine = true;
  int data_index = 0;
  for (int i = 0; i < node.input_size(); ++i) {
    const InputRef ref = ParseInputRef(node.input(i));
    if (ref.is_control()) {
      seen_control = true;
      fine &= ReadControl(place, i, ref);
      continue;
    }
    if (seen_control && !told_order) {
      Invalid(place,
              absl::StrCat("Control dependencies must come after regular dependencies: input ", i,
                           " ", Quoted(node.input(i)), " stands after a control input"));
      told_order = true;
    }
    fine &= ReadData(place, data_index++, ref);
  }
  wrong_inputs_[static_cast<size_t>(place)] = !fine || told_order;
  if (id_of(place) < 0) return;
  if (!needs_imported_node_) AddControlDependencies(place);
  editor_->SetControls(id_of(place), controls_);
}

bool GraphImporter::FindSource(int place, int index, absl::string_view name, int* source_place) {
  *source_place = names_.Find(name);
  if (*source_place >= 0) return true;
  const absl::string_view written = def(place).input(index);
  Invalid(place, absl::StrCat("input ", index, " ", Quoted(written),
                              " does not exist: Unknown input node ", Quoted(name),
                              NearestHint(names_.Nearest(name))));
  return false;
}

bool GraphImporter::ReadControl(int place, int index, const InputRef& ref) {
  if (const Endpoint* mapped = options_->Mapped(ref.node, InputRef::kControl); mapped != nullptr) {
    AddControl(mapped->node, place);
    return true;
  }
  int source = -1;
  if (!FindSource(place, index, ref.node, &source)) return false;
  needs_imported_node_ = true;
  if (id_of(source) == kSkipped) {
    Invalid(place, absl::StrCat("control input ", Quoted(ref.node),
                                " was left out: all its outputs are mapped"));
  }
  if (id_of(source) < 0) return false;
  AddControl(id_of(source), place);
  return true;
}

bool GraphImporter::ReadData(int place, int index, const InputRef& ref) {
  if (const Endpoint* mapped = options_->Mapped(ref.node, ref.port); mapped != nullptr)
    return SetData(place, index, *mapped);
  int source = -1;
  if (!FindSource(place, index, ref.node, &source)) return false;
  if (id_of(source) < 0 && id_of(source) != kSkipped) return false;
  const int outputs = num_outputs_[static_cast<size_t>(source)];
  if (ref.port >= outputs) {
    Invalid(place, absl::StrCat("input ", index, ": Connecting to invalid output ", ref.port,
                                " of source node ", ref.node, " which has ", outputs, " outputs."));
    return false;
  }
  const GraphData& graph = editor_->data();
  const bool is_back_edge = id_of(place) >= 0 && graph.node(id_of(place)).is_merge &&
                            graph.node(id_of(source)).is_next_iteration;
  needs_imported_node_ |= !is_back_edge;
  return SetData(place, index, Endpoint{id_of(source), static_cast<int32_t>(ref.port)});
}

bool GraphImporter::SetData(int place, int index, Endpoint source) {
  const int node = id_of(place);
  if (node < 0) return false;
  const GraphData& graph = editor_->data();
  const NodeData& from = graph.node(source.node);
  if (source.port < 0 || source.port >= graph.NumOutputs(source.node)) {
    Invalid(place, absl::StrCat("input ", index, ": Connecting to invalid output ", source.port,
                                " of source node ", from.name, " which has ",
                                graph.NumOutputs(source.node), " outputs."));
    return false;
  }
  editor_->SetInput(node, index, source);
  const DataType expected = graph.InputType(node, index);
  const DataType actual = graph.OutputType(source);
  if (TypesCompatible(expected, actual)) return true;
  Invalid(place, absl::StrCat("Input ", index, " of node ", graph.node(node).name, " was passed ",
                              DataTypeString(actual), " from ", from.name, ":", source.port,
                              " incompatible with expected ", DataTypeString(expected),
                              ". Insert a Cast, or set the attr that gives the input its type."));
  return false;
}

void GraphImporter::AddControl(int source, int place) {
  int32_t& mark = control_mark_[static_cast<size_t>(source)];
  if (mark == place) return;
  mark = place;
  controls_.push_back(source);
}

void GraphImporter::AddControlDependencies(int place) {
  for (int32_t source : options_->control_dependencies()) AddControl(source, place);
}

}  // namespace opgraft_internal
