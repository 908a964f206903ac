// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/shapes/shape_facts.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph_editor.h"

namespace opgraft_internal {
namespace {

// Longer values are not told to the function that is called: they are no shapes, and each would be
// a case of its own.
constexpr size_t kMaxArgBytes = 256;

bool IsShort(const Tensor& value) {
  return !value.tensor_data().empty() && value.TotalBytes() <= kMaxArgBytes;
}

}  // namespace

std::string ArgFacts::Key() const {
  std::string key;
  for (const Arg& arg : args) {
    absl::StrAppend(&key, arg.shape.DebugString(), ";");
    if (arg.value)
      absl::StrAppend(&key, "=", arg.value->dtype(), ":", arg.value->tensor_data(), ";");
    if (arg.elements)
      absl::StrAppend(&key, "~", PartialTensorShape::OfRanges(*arg.elements).DebugString(), ";");
    for (const auto& handle : arg.handles)
      absl::StrAppend(&key, "@", handle.dtype, handle.shape.DebugString(), ";");
    key += '|';
  }
  return key;
}

ShapeFacts::ShapeFacts(const GraphData& graph, FoldBudget* budget)
    : graph_(graph), folder_(this, budget), values_(this) {}

ShapeFacts::ShapeFacts(GraphData* graph, FoldBudget* budget)
    : graph_(*graph), writable_(graph), folder_(this, budget), values_(this) {}

ShapeFacts::ShapeFacts(const FunctionBody& body, const ArgFacts& args, SharedShapes* shared,
                       FoldBudget* budget)
    : graph_(GraphEditor::DataOf(body.graph)),
      shared_(shared),
      own_shapes_(graph_.output_shapes.size()),
      folder_(this, budget),
      values_(this) {
  for (size_t i = 0; i < body.args.size() && i < args.args.size(); ++i) {
    const ArgFacts::Arg& arg = args.args[i];
    const Endpoint output{body.args[i], 0};
    arguments_[output.node] = static_cast<int>(i);
    SetShape(output, arg.shape);
    if (arg.value) folder_.Set(output, *arg.value);
    if (arg.elements) values_.Set(output, *arg.elements);
    if (!arg.handles.empty()) SetHandles(output, arg.handles);
  }
}

bool ShapeFacts::Exists(Endpoint output) const {
  return output.node >= 0 && output.port < static_cast<int>(graph_.node(output.node).outputs.size);
}

uint32_t ShapeFacts::ShapeNumberOf(Endpoint output) const {
  if (!Exists(output)) return 0;
  const size_t index = graph_.OutputIndex(output);
  return shared_ == nullptr ? graph_.output_shapes[index] : own_shapes_[index];
}

void ShapeFacts::SetShapeNumber(Endpoint output, uint32_t number) {
  const size_t index = graph_.OutputIndex(output);
  if (writable_ != nullptr) {
    writable_->output_shapes[index] = number;
  } else if (shared_ != nullptr) {
    own_shapes_[index] = number;
  }
}

const PartialTensorShape& ShapeFacts::ShapeOf(Endpoint output) const {
  if (!Exists(output)) return graph_.shapes.Get(0);  // unknown
  return (shared_ == nullptr ? graph_.shapes : shared_->table).Get(ShapeNumberOf(output));
}

void ShapeFacts::SetShape(Endpoint output, const PartialTensorShape& shape) {
  if (writable_ != nullptr) {
    SetShapeNumber(output, writable_->shapes.Intern(shape));
  } else if (shared_ != nullptr) {
    SetShapeNumber(output, shared_->table.Intern(shape));
  }
}

const HandleDataList* ShapeFacts::HandlesOf(Endpoint output) const {
  auto found = handles_.find(output);
  return found == handles_.end() ? nullptr : &found->second;
}

void ShapeFacts::SetHandles(Endpoint output, HandleDataList handles) {
  handles_[output] = std::move(handles);
}

std::vector<ArgFacts::Arg> ShapeFacts::FactsOfInputs(int node, Detail detail) {
  std::vector<ArgFacts::Arg> facts;
  for (const Endpoint& input : graph_.InputsOf(node)) {
    ArgFacts::Arg& arg = facts.emplace_back();
    arg.shape = ShapeOf(input);
    if (detail == Detail::kShapes) continue;
    const Tensor* value = ValueOf(input);
    if (value != nullptr && IsShort(*value)) arg.value = *value;
    if (value == nullptr) arg.elements = ElementsOf(input);
    if (const HandleDataList* handles = HandlesOf(input)) arg.handles = *handles;
  }
  return facts;
}

}  // namespace opgraft_internal
