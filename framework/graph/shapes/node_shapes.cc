// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/shapes/node_shapes.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/graph/functions/condition.h"
#include "framework/graph/functions/function_calls.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::InputFacts;

std::string Mark(const NodeData& node) { return absl::StrCat("{{node ", node.name, "}}"); }

// --- By the op's shape function ---

// What is known of the inputs before the shape function asks for more.
InputFacts FactsOfInputs(int node, const ShapeFacts& facts) {
  InputFacts inputs;
  for (const Endpoint& input : facts.graph().InputsOf(node)) {
    inputs.shapes.push_back(&facts.ShapeOf(input));
    inputs.handle_data.push_back(facts.HandlesOf(input));
  }
  return inputs;
}

// Tells the shape function the values of inputs that it asked for and that nobody looked for yet.
class ValueTeller {
 public:
  ValueTeller(int node, ShapeFacts* facts)
      : inputs_(facts->graph().InputsOf(node)),
        facts_(facts),
        sought_(inputs_.size()),
        sought_elements_(inputs_.size()) {}

  // False if there is nothing new.
  bool TellMore(InferenceContext* c) {
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
        const auto elements = facts_->ElementsOf(inputs_[i]);
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

absl::Status RunShapeFunction(int node, ShapeFacts* facts) {
  const GraphData& graph = facts->graph();
  const auto properties = graph.MakeProperties(node);
  InferenceContext context(*properties, FactsOfInputs(node, *facts));
  ValueTeller teller(node, facts);
  do {
    OPGRAFT_RETURN_IF_ERROR(context.Run(graph.node(node).op->shape_inference_fn));
  } while (teller.TellMore(&context));
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

// --- By the functions the node runs ---

// Infers the node's outputs from the bodies it runs.
class CallInference {
 public:
  CallInference(int node, ShapeFacts* facts, BodyShapeMemo* memo)
      : id_(node), node_(facts->graph().node(node)), facts_(facts), memo_(memo) {}

  absl::Status Run();

 private:
  bool EveryBodyFits() const;
  absl::Status ErrorOf(BodyShapes* body) const;
  // Index of the branch that a constant condition takes; -1 if the condition is not known.
  int TakenBranch() const;
  absl::Status RunIf();
  absl::Status CheckGivenShape(int output, int taken) const;

  int num_outputs() const { return static_cast<int>(node_.outputs.size); }

  int id_;
  const NodeData& node_;
  ShapeFacts* facts_;
  BodyShapeMemo* memo_;
  Callees callees_;
  std::vector<BodyShapes*> bodies_;
};

absl::Status CallInference::Run() {
  auto callees = CalleesOf(*node_.op, node_.attrs, facts_->graph().functions);
  if (!callees.ok()) {
    const bool is_told = !memo_->is_in_body() && !memo_->IsNews(callees.status().ToString());
    return is_told ? absl::OkStatus() : callees.status();
  }
  callees_ = *std::move(callees);
  if (!EveryBodyFits()) return absl::OkStatus();  // a fault of the node, for others to tell
  const ArgFacts args = facts_->ArgsOf(id_, callees_.first_arg);
  for (const Callee& callee : callees_.bodies) bodies_.push_back(memo_->Infer(callee.body, args));
  if (callees_.are_alternatives) return RunIf();
  for (int i = 0; i < num_outputs(); ++i) facts_->SetShape({id_, i}, bodies_[0]->ResultShape(i));
  return ErrorOf(bodies_[0]);
}

bool CallInference::EveryBodyFits() const {
  for (const Callee& callee : callees_.bodies) {
    if (callee.body->rets.size() != node_.outputs.size ||
        callee.body->args.size() + static_cast<size_t>(callees_.first_arg) != node_.inputs.size) {
      return false;
    }
  }
  return true;
}

absl::Status CallInference::ErrorOf(BodyShapes* body) const {
  if (body->status.ok() || (!memo_->is_in_body() && body->is_reported)) return absl::OkStatus();
  body->is_reported = !memo_->is_in_body();
  return absl::Status(body->status.code(), absl::StrCat(body->status.message(), "; in call of '",
                                                        body->body->name, "' at ", Mark(node_)));
}

int CallInference::TakenBranch() const {
  const Tensor* condition = facts_->ValueOf(facts_->graph().InputsOf(id_)[0]);
  if (condition == nullptr) return -1;
  const auto truth = TruthOf(*condition);
  return truth.ok() ? (*truth ? 0 : 1) : -1;
}

absl::Status CallInference::RunIf() {
  const int taken = TakenBranch();
  for (int i = 0; i < num_outputs(); ++i) {
    if (!facts_->ShapeOf({id_, i}).unknown_rank()) {
      OPGRAFT_RETURN_IF_ERROR(CheckGivenShape(i, taken));
    } else if (bodies_[0]->status.ok() && bodies_[1]->status.ok()) {
      facts_->SetShape({id_, i}, bodies_[0]->ResultShape(i).Join(bodies_[1]->ResultShape(i)));
    }
  }
  // An error in a branch that may not be taken is one only if it is: a run will tell.
  return taken < 0 ? absl::OkStatus() : ErrorOf(bodies_[static_cast<size_t>(taken)]);
}

absl::Status CallInference::CheckGivenShape(int output, int taken) const {
  const PartialTensorShape& given = facts_->ShapeOf({id_, output});
  for (size_t b = 0; b < bodies_.size(); ++b) {
    const bool may_run = taken < 0 || taken == static_cast<int>(b);
    const PartialTensorShape& result = bodies_[b]->ResultShape(output);
    if (!may_run || !bodies_[b]->status.ok() || given.IsCompatibleWith(result)) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        Mark(node_), ": output_shapes[", output, "] is ", given.DebugString(), ", but ",
        callees_.bodies[b].attr, " '", bodies_[b]->body->name, "' gives ", result.DebugString()));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status InferNodeShapes(int node, ShapeFacts* facts, BodyShapeMemo* memo) {
  const NodeData& data = facts->graph().node(node);
  if (data.op->shape_inference_fn != nullptr)
    OPGRAFT_RETURN_IF_ERROR(InferByShapeFunction(node, facts));
  if (!RunsFunctions(*data.op)) return absl::OkStatus();
  if (IsIfOp(data.op->op_def.name()) && data.inputs.size > 0) {
    const Endpoint condition = facts->graph().InputsOf(node)[0];
    absl::Status status =
        CheckCondition(facts->graph().InputType(node, 0), facts->ShapeOf(condition));
    if (!status.ok())
      return absl::Status(status.code(), absl::StrCat(Mark(data), ": ", status.message()));
  }
  return memo == nullptr ? absl::OkStatus() : CallInference(node, facts, memo).Run();
}

}  // namespace opgraft
