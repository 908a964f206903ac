// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/shapes/infer_node_shapes.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/types/optional.h"
#include "framework/graph/shapes/call_shapes.h"
#include "framework/op/shape_function_report.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

using shape_inference::InferenceContext;
using shape_inference::InputFacts;

// What is known of the inputs before the shape function asks for more.
InputFacts FactsOfInputs(int node, const ShapeFacts& facts) {
  InputFacts inputs;
  for (const Endpoint& input : facts.graph().InputsOf(node)) {
    inputs.shapes.push_back(&facts.ShapeOf(input));
    inputs.handle_data.push_back(facts.HandlesOf(input));
  }
  return inputs;
}

// Supplies requested input values to the shape function until it asks for no more.
class ValueSupplier {
 public:
  ValueSupplier(int node, ShapeFacts* facts)
      : inputs_(facts->graph().InputsOf(node)),
        facts_(facts),
        sought_(inputs_.size()),
        sought_elements_(inputs_.size()) {}

  // False if there is nothing new.
  bool SupplyMore(InferenceContext* c) {
    bool told = false;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const int input = static_cast<int>(i);
      if (c->requested_input_tensor(input) && !sought_[i]) {
        sought_[i] = true;
        const Tensor* value = facts_->ValueOf(inputs_[i]);
        if (value != nullptr) c->set_input_tensor(input, value);
        told |= value != nullptr;
      }
      if (c->requested_input_tensor_as_partial_shape(input) && !sought_elements_[i]) {
        sought_elements_[i] = true;
        const bool is_matrix = facts_->ShapeOf(inputs_[i]).dims() > 1;
        const auto elements = is_matrix ? absl::nullopt : facts_->ElementsOf(inputs_[i]);
        if (elements) c->set_input_tensor_as_shape(input, PartialTensorShape::OfRanges(*elements));
        told |= elements.has_value();
      }
    }
    return told;
  }

 private:
  absl::Span<const Endpoint> inputs_;
  ShapeFacts* facts_;
  std::vector<bool> sought_, sought_elements_;
};

ShapeMemo::Shapes InputNumbers(int node, const ShapeFacts& facts) {
  ShapeMemo::Shapes numbers;
  for (const Endpoint& input : facts.graph().InputsOf(node))
    numbers.push_back(facts.ShapeNumberOf(input));
  return numbers;
}

bool HasHandles(int node, const ShapeFacts& facts) {
  const absl::Span<const Endpoint> inputs = facts.graph().InputsOf(node);
  return std::any_of(inputs.begin(), inputs.end(),
                     [&](Endpoint input) { return facts.HandlesOf(input) != nullptr; });
}

// Did the shape function, which has run, ask for values of inputs?
bool AskedForValues(const InferenceContext& c) {
  for (int i = 0; i < c.num_inputs(); ++i) {
    if (c.requested_input_tensor(i) || c.requested_input_tensor_as_partial_shape(i)) return true;
  }
  return false;
}

// Writes what the shape function gave. False if it gave more than shapes.
bool StoreOutputs(int node, const InferenceContext& c, ShapeFacts* facts) {
  bool only_shapes = true;
  for (int i = 0; i < c.num_outputs(); ++i) {
    facts->SetShape({node, i}, c.OutputShape(i));
    auto handles = c.OutputHandleData(i);
    if (handles.empty()) continue;
    only_shapes = false;
    facts->SetHandles({node, i}, std::move(handles));
  }
  return only_shapes;
}

// Runs the shape function until it has all values that it asks for.
absl::Status RunWithValues(int node, ShapeFacts* facts, InferenceContext* context) {
  ShapeFunctionReport* const report = ShapeFunctionReport::Current();
  absl::optional<ShapeFunctionWatch> watch;
  if (report != nullptr) watch.emplace();
  ValueSupplier supplier(node, facts);
  do {
    OPGRAFT_RETURN_IF_ERROR(context->Run(facts->graph().node(node).op->shape_inference_fn));
  } while (supplier.SupplyMore(context));
  if (report != nullptr) report->Add(context->node(), watch->notes());
  return absl::OkStatus();
}

absl::Status RunShapeFunction(int node, ShapeFacts* facts) {
  const GraphData& graph = facts->graph();
  const auto properties = graph.MakeProperties(node);
  InferenceContext context(*properties, FactsOfInputs(node, *facts));
  OPGRAFT_RETURN_IF_ERROR(RunWithValues(node, facts, &context));
  const bool only_shapes = StoreOutputs(node, context, facts);
  if (!only_shapes || AskedForValues(context) || HasHandles(node, *facts)) return absl::OkStatus();
  ShapeMemo::Shapes outputs;
  for (int i = 0; i < context.num_outputs(); ++i)
    outputs.push_back(facts->ShapeNumberOf({node, i}));
  facts->memo().Add(graph.node(node).op, graph.node(node).attrs, InputNumbers(node, *facts),
                    std::move(outputs));
  return absl::OkStatus();
}

// The shape function, unless it is known what it gives.
absl::Status InferByShapeFunction(int node, ShapeFacts* facts) {
  const NodeData& data = facts->graph().node(node);
  const ShapeMemo::Shapes* known =
      facts->memo().Find(data.op, data.attrs, InputNumbers(node, *facts));
  if (known == nullptr || HasHandles(node, *facts)) return RunShapeFunction(node, facts);
  for (size_t i = 0; i < known->size(); ++i)
    facts->SetShapeNumber({node, static_cast<int>(i)}, (*known)[i]);
  return absl::OkStatus();
}

}  // namespace

absl::Status InferNodeShapes(int node, ShapeFacts* facts, BodyShapeMemo* memo) {
  const NodeData& data = facts->graph().node(node);
  if (data.op->shape_inference_fn != nullptr)
    OPGRAFT_RETURN_IF_ERROR(InferByShapeFunction(node, facts));
  if (!RunsBodies(data.op->role)) return absl::OkStatus();
  OPGRAFT_RETURN_IF_ERROR(CheckBranchCondition(node, *facts));
  return memo == nullptr ? absl::OkStatus() : InferCallShapes(node, facts, memo);
}

}  // namespace opgraft_internal
