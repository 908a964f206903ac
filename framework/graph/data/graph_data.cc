// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/graph_data.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph_versions.h"

namespace opgraft_internal {

GraphData::GraphData(std::shared_ptr<const KernelRegistry> the_registry)
    : registry(std::move(the_registry)), functions(registry) {
  versions.set_producer(kGraphDefVersion);
}

int GraphData::FindNode(absl::string_view name) const {
  return names.Find(name, [this](int id) -> absl::string_view { return node(id).name; });
}

std::string GraphData::TensorName(Endpoint e) const {
  return e.port == 0 ? node(e.node).name : absl::StrCat(node(e.node).name, ":", e.port);
}

std::shared_ptr<NodeProperties> GraphData::MakeProperties(int id) const {
  const NodeData& data = node(id);
  auto properties = std::make_shared<NodeProperties>();
  properties->name = data.name;
  properties->op_name = data.op->op_def.name();
  properties->device = devices[data.device];
  properties->op = data.op;
  properties->attrs = data.attrs;
  for (const Endpoint& e : InputsOf(id)) properties->inputs.push_back(TensorName(e));
  for (int32_t source : ControlsOf(id))
    properties->inputs.push_back(absl::StrCat("^", node(source).name));
  properties->input_types = data.types->inputs;
  properties->input_args = data.types->input_args;
  properties->output_types = data.types->outputs;
  properties->output_args = data.types->output_args;
  properties->graph_def_version = versions.producer();
  properties->keep_alive = functions.keep_alive();
  return properties;
}

}  // namespace opgraft_internal
