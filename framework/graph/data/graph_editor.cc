// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/graph_editor.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/data/topological_order.h"
#include "framework/op/attr_value_check.h"
#include "framework/op/op_def_util.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft_internal {

namespace {

template <typename T>
IndexRange Append(absl::Span<const T> from, std::vector<T>* to) {
  const IndexRange range{static_cast<uint32_t>(to->size()), static_cast<uint32_t>(from.size())};
  to->insert(to->end(), from.begin(), from.end());
  return range;
}

}  // namespace

GraphEditor::GraphEditor(std::shared_ptr<const KernelRegistry> registry)
    : GraphEditor(std::make_shared<GraphData>(std::move(registry))) {}

GraphEditor::GraphEditor(const Graph& base)
    : GraphEditor(std::make_shared<GraphData>(*base.data_)) {}

GraphEditor::GraphEditor(std::shared_ptr<GraphData> data) : data_(std::move(data)) {
  for (size_t i = 0; i < data_->devices.size(); ++i)
    device_ids_.emplace(data_->devices[i], static_cast<uint32_t>(i));
}

GraphEditor GraphEditor::Copy() const {
  GraphEditor copy(std::make_shared<GraphData>(*data_));
  copy.removed_ = removed_;
  return copy;
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
  for (const Endpoint& input : node.inputs) NoteUse(input.node, id);
  for (const int32_t source : node.controls) NoteUse(source, id);
  return id;
}

void GraphEditor::SetInput(int id, int i, Endpoint source) {
  data_->inputs[data_->node(id).inputs.begin + static_cast<size_t>(i)] = source;
  NoteUse(source.node, id);
}

void GraphEditor::SetControls(int id, absl::Span<const int32_t> controls) {
  data_->nodes[static_cast<size_t>(id)].controls = Append(controls, &data_->controls);
  for (const int32_t source : controls) NoteUse(source, id);
}

void GraphEditor::AddControl(int id, int source) {
  const absl::Span<const int32_t> present = data_->ControlsOf(id);
  if (std::find(present.begin(), present.end(), source) != present.end()) return;
  std::vector<int32_t> controls(present.begin(), present.end());
  controls.push_back(source);
  SetControls(id, controls);
}

void GraphEditor::SetOp(int id, const OpRegistrationData* op) {
  data_->nodes[static_cast<size_t>(id)].op = op;
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

void GraphEditor::SetNotes(int id, NodeNotes notes) { data_->notes[id] = std::move(notes); }

void GraphEditor::Reserve(int num_nodes) {
  const size_t total = data_->nodes.size() + static_cast<size_t>(num_nodes);
  data_->nodes.reserve(total);
  data_->names.Reserve(total);
}

// --- Typed attrs ---

absl::Status GraphEditor::SetAttr(int id, absl::string_view name, const Attr& value) {
  NodeData& node = data_->nodes[static_cast<size_t>(id)];
  if (const OpDef::AttrDef* declared = FindAttr(name, node.op->op_def); declared != nullptr)
    OPGRAFT_RETURN_IF_ERROR(ValidateAttrValue(value.value(), *declared));
  NodeAttrs attrs = node.attrs.With(name, value.value());
  OPGRAFT_ASSIGN_OR_RETURN(NodeTypes types, MakeNodeTypes(node.op->op_def, attrs));
  if (types.inputs.size() != node.inputs.size || types.outputs.size() != node.outputs.size) {
    return absl::InvalidArgumentError(
        absl::StrCat(NodeTag(node.name, node.op->op_def.name()), " would get ", types.inputs.size(),
                     " inputs and ", types.outputs.size(), " outputs with another attr ",
                     Quoted(name), "; it has ", node.inputs.size, " and ", node.outputs.size));
  }
  node.attrs = std::move(attrs);
  node.types = std::make_shared<const NodeTypes>(std::move(types));
  return absl::OkStatus();
}

// --- Uses ---

void GraphEditor::IndexUsers() {
  if (!users_.empty()) return;
  users_.resize(data_->nodes.size());
  for (int id = 0; id < data_->num_nodes(); ++id) {
    for (const Endpoint& input : data_->InputsOf(id)) NoteUse(input.node, id);
    for (const int32_t source : data_->ControlsOf(id)) NoteUse(source, id);
  }
}

void GraphEditor::NoteUse(int source, int user) {
  if (users_.empty() || source < 0) return;
  if (users_.size() < data_->nodes.size()) users_.resize(data_->nodes.size());
  users_[static_cast<size_t>(source)].push_back(user);
}

bool GraphEditor::Uses(int user, int id) const {
  if (is_removed(user)) return false;
  const auto inputs = data_->InputsOf(user);
  const auto controls = data_->ControlsOf(user);
  return std::any_of(inputs.begin(), inputs.end(), [id](Endpoint e) { return e.node == id; }) ||
         std::find(controls.begin(), controls.end(), id) != controls.end();
}

std::vector<int32_t> GraphEditor::UsersOf(int id) {
  IndexUsers();
  if (users_.size() < data_->nodes.size()) users_.resize(data_->nodes.size());
  std::vector<int32_t>& users = users_[static_cast<size_t>(id)];
  absl::c_sort(users);
  users.erase(std::unique(users.begin(), users.end()), users.end());
  users.erase(std::remove_if(users.begin(), users.end(),
                             [this, id](int32_t user) { return !Uses(user, id); }),
              users.end());
  return users;
}

absl::Status GraphEditor::CheckRewiring(Endpoint from, Endpoint to) const {
  const bool exists = to.port >= 0 && to.port < data_->NumOutputs(to.node);
  if (exists && data_->OutputType(from) == data_->OutputType(to)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      Quoted(data_->TensorName(to)), " cannot stand for ", Quoted(data_->TensorName(from)),
      exists ? absl::StrCat(": it is ", DataTypeString(data_->OutputType(to)), ", not ",
                            DataTypeString(data_->OutputType(from)))
             : ": there is no such output"));
}

void GraphEditor::Rewire(Endpoint from, Endpoint to) {
  for (const int32_t user : UsersOf(from.node)) {
    if (user == to.node) continue;
    const absl::Span<const Endpoint> inputs = data_->InputsOf(user);
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (inputs[i] == from) SetInput(user, static_cast<int>(i), to);
    }
  }
}

absl::Status GraphEditor::RewireUses(Endpoint from, Endpoint to) {
  OPGRAFT_RETURN_IF_ERROR(CheckRewiring(from, to));
  Rewire(from, to);
  MoveNotes(from, to);
  return absl::OkStatus();
}

void GraphEditor::MoveNotes(Endpoint from, Endpoint to) {
  const auto found = data_->notes.find(from.node);
  if (found == data_->notes.end()) return;
  const TensorNotes taken = TakeTensorNotes(from.port, &found->second);
  if (!taken.empty()) AddTensorNotes(taken, to.port, &data_->notes[to.node]);
}

void GraphEditor::MergeNotesInto(int id, int by) {
  const auto found = data_->notes.find(id);
  if (found == data_->notes.end() || id == by) return;
  const NodeNotes notes = found->second;
  found->second.outputs.clear();
  MergeNotes(notes, &data_->notes[by]);
}

absl::Status GraphEditor::Replace(int id, int by) {
  for (const int32_t user : UsersOf(id)) {
    if (user == by) continue;
    for (const Endpoint& input : data_->InputsOf(user)) {
      if (input.node == id) OPGRAFT_RETURN_IF_ERROR(CheckRewiring(input, {by, input.port}));
    }
  }
  for (int port = 0; port < data_->NumOutputs(id); ++port) Rewire({id, port}, {by, port});
  RewireControls(id, by);
  MergeNotesInto(id, by);
  return absl::OkStatus();
}

void GraphEditor::RewireControls(int id, int by) {
  for (const int32_t user : UsersOf(id)) {
    if (user != by) ReplaceControl(user, id, by);
  }
}

void GraphEditor::ReplaceControl(int user, int source, int by) {
  const absl::Span<const int32_t> present = data_->ControlsOf(user);
  if (std::find(present.begin(), present.end(), source) == present.end()) return;
  std::vector<int32_t> controls;
  for (const int32_t control : present) {
    const int32_t now = control == source ? by : control;
    if (std::find(controls.begin(), controls.end(), now) == controls.end()) controls.push_back(now);
  }
  SetControls(user, controls);
}

absl::Status GraphEditor::Remove(int id) {
  if (const std::vector<int32_t> users = UsersOf(id); !users.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(Quoted(data_->node(id).name), " is used by ",
                                                   Quoted(data_->node(users.front()).name),
                                                   "; it cannot be removed"));
  }
  data_->names.Erase(data_->node(id).name,
                     [this](int i) -> absl::string_view { return data_->node(i).name; });
  data_->nodes[static_cast<size_t>(id)].inputs.size = 0;
  data_->nodes[static_cast<size_t>(id)].controls.size = 0;
  if (removed_.size() < data_->nodes.size()) removed_.resize(data_->nodes.size());
  removed_[static_cast<size_t>(id)] = true;
  return absl::OkStatus();
}

// --- The end ---

// Moves the nodes that are left together, in order, and with them what is kept by their ids and by
// runs. Example: of nodes 0, 1, 2 and 3 node 1 is removed: 2 and 3 become 1 and 2, and so do the
// inputs that name them.
void GraphEditor::CloseGaps() {
  if (removed_.empty()) return;
  std::vector<int32_t> new_ids(data_->nodes.size(), -1);
  int32_t kept = 0;
  for (int id = 0; id < data_->num_nodes(); ++id) {
    if (!is_removed(id)) new_ids[static_cast<size_t>(id)] = kept++;
  }
  auto closed = std::make_shared<GraphData>(data_->registry);
  closed->functions = data_->functions;
  closed->versions = data_->versions;
  closed->rest = data_->rest;
  closed->shapes = std::move(data_->shapes);
  closed->devices = std::move(data_->devices);
  closed->nodes.reserve(static_cast<size_t>(kept));
  closed->names.Reserve(static_cast<size_t>(kept));
  for (int id = 0; id < data_->num_nodes(); ++id) {
    if (!is_removed(id)) MoveNode(id, new_ids, closed.get());
  }
  for (auto& [id, notes] : data_->notes) {
    if (!is_removed(id)) closed->notes.emplace(new_ids[static_cast<size_t>(id)], std::move(notes));
  }
  data_ = std::move(closed);
}

void GraphEditor::MoveNode(int id, const std::vector<int32_t>& new_ids, GraphData* to) const {
  NodeData node = std::move(data_->nodes[static_cast<size_t>(id)]);
  std::vector<Endpoint> inputs;
  for (const Endpoint& input : data_->Slice(node.inputs, data_->inputs))
    inputs.push_back({new_ids[static_cast<size_t>(input.node)], input.port});
  std::vector<int32_t> controls;
  for (const int32_t source : data_->Slice(node.controls, data_->controls))
    controls.push_back(new_ids[static_cast<size_t>(source)]);
  node.inputs = Append(absl::MakeConstSpan(inputs), &to->inputs);
  node.controls = Append(absl::MakeConstSpan(controls), &to->controls);
  node.outputs = Append(data_->Slice(node.outputs, data_->output_shapes), &to->output_shapes);
  to->nodes.push_back(std::move(node));
  to->names.Insert(to->num_nodes() - 1,
                   [to](int i) -> absl::string_view { return to->node(i).name; });
}

absl::StatusOr<Graph> GraphEditor::Finish() && {
  CloseGaps();
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

}  // namespace opgraft_internal
