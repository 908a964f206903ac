// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/graph_editor.h"

#include <algorithm>
#include <utility>

#include "framework/graph/data/topological_order.h"

namespace opgraft {

namespace {

template <typename T>
Run Append(absl::Span<const T> from, std::vector<T>* to) {
  const Run run{static_cast<uint32_t>(to->size()), static_cast<uint32_t>(from.size())};
  to->insert(to->end(), from.begin(), from.end());
  return run;
}

}  // namespace

GraphEditor::GraphEditor(std::shared_ptr<const KernelRegistry> registry)
    : data_(std::make_shared<GraphData>(std::move(registry))) {
  IndexDevices();
}

GraphEditor::GraphEditor(const Graph& base) : data_(std::make_shared<GraphData>(*base.data_)) {
  IndexDevices();
}

void GraphEditor::IndexDevices() {
  for (size_t i = 0; i < data_->devices.size(); ++i)
    device_ids_.emplace(data_->devices[i], static_cast<uint32_t>(i));
}

int GraphEditor::AddNode(NewNode node) {
  const int id = data_->num_nodes();
  NodeData& added = data_->nodes.emplace_back();
  added.name = std::move(node.name);
  if (data_->names.Insert(id, [this](int i) -> absl::string_view { return data_->node(i).name; }) >=
      0) {
    data_->nodes.pop_back();
    return -1;
  }
  added.op = node.op;
  added.attrs = std::move(node.attrs);
  added.is_merge = node.op->role == OpRole::kMerge;
  added.is_next_iteration = node.op->role == OpRole::kNextIteration;
  SetDevice(id, node.device);
  added.inputs = Append(node.inputs, &data_->inputs);
  added.controls = Append(node.controls, &data_->controls);
  added.types = std::move(node.types);
  added.outputs = {static_cast<uint32_t>(data_->output_shapes.size()),
                   static_cast<uint32_t>(added.types->outputs.size())};
  data_->output_shapes.resize(data_->output_shapes.size() + added.outputs.size);
  return id;
}

void GraphEditor::SetInput(int id, int i, Endpoint source) {
  data_->inputs[data_->node(id).inputs.begin + static_cast<size_t>(i)] = source;
}

void GraphEditor::SetControls(int id, absl::Span<const int32_t> controls) {
  data_->nodes[static_cast<size_t>(id)].controls = Append(controls, &data_->controls);
}

void GraphEditor::SetAttrs(int id, NodeAttrs attrs) {
  data_->nodes[static_cast<size_t>(id)].attrs = std::move(attrs);
}

void GraphEditor::SetDevice(int id, absl::string_view device) {
  const auto [it, is_new] =
      device_ids_.try_emplace(device, static_cast<uint32_t>(data_->devices.size()));
  if (is_new) data_->devices.emplace_back(device);
  data_->nodes[static_cast<size_t>(id)].device = it->second;
}

void GraphEditor::Reserve(int num_nodes) {
  const size_t total = data_->nodes.size() + static_cast<size_t>(num_nodes);
  data_->nodes.reserve(total);
  data_->names.Reserve(total);
}

absl::StatusOr<Graph> GraphEditor::Finish() && {
  TopologicalOrder sorted = SortTopologically(*data_);
  if (!sorted.cycles.empty())
    return absl::InvalidArgumentError(DescribeCycle(*data_, sorted.cycles.front()));
  return std::move(*this).Finish(std::move(sorted.order));
}

Graph GraphEditor::Finish(std::vector<int32_t> order) && {
  data_->topological_order = std::move(order);
  data_->num_consumers.assign(data_->output_shapes.size(), 0);
  for (const Endpoint& e : data_->inputs) ++data_->num_consumers[data_->OutputIndex(e)];
  return Graph(std::move(data_));
}

}  // namespace opgraft
