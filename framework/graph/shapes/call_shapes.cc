// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/shapes/call_shapes.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/functions/condition.h"
#include "framework/graph/shapes/loop_shapes.h"
#include "framework/op/call_path.h"
#include "framework/op/summarize_node.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

using Argument = CallSite::Argument;
using Condition = CallSite::Condition;
using Output = CallSite::Output;

std::string Mark(const NodeData& node) { return FormatNodeNameForError(node.name); }

absl::Status AtNode(const absl::Status& status, const NodeData& node) {
  if (status.ok()) return status;
  return absl::Status(status.code(), absl::StrCat(Mark(node), ": ", status.message()));
}

bool EveryBodyFits(const Callees& callees) {
  for (size_t b = 0; b < callees.bodies.size(); ++b) {
    const CallSite::Body& wanted = callees.site.bodies[b];
    if (callees.bodies[b]->args.size() != wanted.args.size() ||
        callees.bodies[b]->rets.size() != static_cast<size_t>(wanted.num_results)) {
      return false;
    }
  }
  return true;
}

// The argument of the body that carries what starts as this input; -1 if none does.
int CarryingArgument(const CallSite::Body& body, int input) {
  const auto found = std::find_if(body.args.begin(), body.args.end(), [input](const Argument& arg) {
    return arg.kind == Argument::Kind::kCarried && arg.input == input;
  });
  return found == body.args.end() ? -1 : static_cast<int>(found - body.args.begin());
}

// The branch that an index chooses, the last one for all that are out of range; -1 if it is none.
int BranchOf(const Tensor& value, size_t num_branches) {
  const auto index = BranchIndexOf(value);
  if (!index.ok()) return -1;
  const int last = static_cast<int>(num_branches) - 1;
  return *index < 0 || *index > last ? last : *index;
}

// --- Arguments ---

// Finds what holds of a loop's carried values in every iteration.
class LoopFacts {
 public:
  // `inputs` are the facts of the node's inputs, made to hold for what is carried.
  LoopFacts(const Callees& callees, BodyShapeMemo* memo, std::vector<ArgFacts::Arg>* inputs)
      : site_(callees.site), body_(callees.bodies.back()), memo_(memo), inputs_(*inputs) {}

  void Relax();
  ArgFacts ArgsOf(const CallSite::Body& body) const;

 private:
  // Each round forgets a dimension or a rank; more are not worth the time.
  static constexpr int kMaxRounds = 8;

  bool IsPassedOn(const CallSite::Carried& carried) const;
  // False if nothing changed.
  bool RelaxOnce(const std::vector<CallSite::Carried>& changing);

  const CallSite& site_;
  const std::shared_ptr<const FunctionBody>& body_;
  BodyShapeMemo* const memo_;
  std::vector<ArgFacts::Arg>& inputs_;
};

ArgFacts LoopFacts::ArgsOf(const CallSite::Body& body) const {
  ArgFacts facts;
  for (const Argument& arg : body.args) {
    ArgFacts::Arg& fact = facts.args.emplace_back();
    if (arg.kind == Argument::Kind::kIteration) {
      fact.shape = TensorShape();
      continue;
    }
    const ArgFacts::Arg& input = inputs_[static_cast<size_t>(arg.input)];
    if (arg.kind == Argument::Kind::kSliced) {
      fact.shape = PartShape(arg.slices, input.shape);
    } else {
      fact = input;
    }
  }
  return facts;
}

// A value that the body gives back as it got it is the same in all iterations.
bool LoopFacts::IsPassedOn(const CallSite::Carried& carried) const {
  const int arg = CarryingArgument(site_.loop_body(), carried.input);
  return arg >= 0 &&
         SourceOf(*body_, carried.result) == Endpoint{body_->args[static_cast<size_t>(arg)], 0};
}

void LoopFacts::Relax() {
  std::vector<CallSite::Carried> changing;
  for (const CallSite::Carried& carried : site_.carried) {
    if (IsPassedOn(carried)) continue;
    changing.push_back(carried);
    ArgFacts::Arg& input = inputs_[static_cast<size_t>(carried.input)];
    ArgFacts::Arg only_shape;
    only_shape.shape = input.shape;
    input = std::move(only_shape);
  }
  for (int round = 0; round < kMaxRounds; ++round) {
    if (!RelaxOnce(changing)) return;
  }
  for (const CallSite::Carried& carried : changing)
    inputs_[static_cast<size_t>(carried.input)].shape = PartialTensorShape();
}

bool LoopFacts::RelaxOnce(const std::vector<CallSite::Carried>& changing) {
  const BodyShapes* body = memo_->Infer(body_, ArgsOf(site_.loop_body()));
  bool changed = false;
  for (const CallSite::Carried& carried : changing) {
    PartialTensorShape& shape = inputs_[static_cast<size_t>(carried.input)].shape;
    PartialTensorShape relaxed =
        body->status.ok() ? shape.Join(body->ResultShape(carried.result)) : PartialTensorShape();
    changed |= relaxed != shape;
    shape = std::move(relaxed);
  }
  return changed;
}

// --- Outputs ---

// Infers the node's outputs from the bodies it runs.
class CallInference {
 public:
  CallInference(int node, ShapeFacts* facts, BodyShapeMemo* memo)
      : id_(node), node_(facts->graph().node(node)), facts_(facts), memo_(memo) {}

  absl::Status Run();

 private:
  absl::Status RunCall();
  absl::Status RunBranch();
  absl::Status RunLoop();
  absl::Status ErrorOf(const BodyShapes* body) const;
  // Index of the branch that a constant condition takes; -1 if the condition is not known.
  int TakenBranch() const;
  // What a loop's output is.
  PartialTensorShape LoopOutput(const Output& output, DimRange iterations) const;
  // An error if a given shape of `output` is not compatible with what body `b` gives.
  absl::Status CheckGivenShape(int output, size_t b, const PartialTensorShape& result) const;

  int num_outputs() const { return static_cast<int>(node_.outputs.size); }
  const CallSite& site() const { return callees_.site; }
  const Output& output(int i) const { return site().outputs[static_cast<size_t>(i)]; }
  const PartialTensorShape& ResultOf(const BodyShapes& body, int i) const {
    return body.ResultShape(output(i).index);
  }

  int id_;
  const NodeData& node_;
  ShapeFacts* facts_;
  BodyShapeMemo* memo_;
  Callees callees_;
  std::vector<ArgFacts> args_;
  std::vector<BodyShapes*> bodies_;
};

absl::Status CallInference::Run() {
  const GraphData& graph = facts_->graph();
  auto callees = CalleesOf(graph, id_, graph.functions);
  if (!callees.ok()) {
    const bool is_told = !memo_->is_in_body() && !memo_->IsFirstReport(callees.status().ToString());
    return is_told ? absl::OkStatus() : callees.status();
  }
  callees_ = *std::move(callees);
  if (!EveryBodyFits(callees_)) return absl::OkStatus();  // a fault of the node, for others to tell
  args_ = ArgsOfBodies(id_, callees_, ShapeFacts::Detail::kAll, facts_, memo_);
  for (size_t b = 0; b < args_.size(); ++b)
    bodies_.push_back(memo_->Infer(callees_.bodies[b], args_[b]));
  if (site().role == OpRole::kLoop) return RunLoop();
  return site().role == OpRole::kBranch ? RunBranch() : RunCall();
}

absl::Status CallInference::RunCall() {
  for (int i = 0; i < num_outputs(); ++i) facts_->SetShape({id_, i}, ResultOf(*bodies_[0], i));
  return ErrorOf(bodies_[0]);
}

absl::Status CallInference::ErrorOf(const BodyShapes* body) const {
  if (body->status.ok()) return body->status;
  return absl::Status(body->status.code(),
                      absl::StrCat(body->status.message(), InCallOf(body->body->name, node_.name)));
}

int CallInference::TakenBranch() const {
  const int input = site().condition.index;
  const Tensor* value = facts_->ValueOf(facts_->graph().InputsOf(id_)[static_cast<size_t>(input)]);
  if (value == nullptr) return -1;
  if (site().condition.kind == Condition::Kind::kIndex) return BranchOf(*value, bodies_.size());
  const auto truth = TruthOf(*value);
  if (!truth.ok()) return -1;
  return *truth ? 0 : 1;
}

absl::Status CallInference::RunBranch() {
  const int taken = TakenBranch();
  const auto all_known = [](const BodyShapes* body) { return body->status.ok(); };
  for (int i = 0; i < num_outputs(); ++i) {
    if (!facts_->ShapeOf({id_, i}).unknown_rank()) {
      for (size_t b = 0; b < bodies_.size(); ++b) {
        if (taken < 0 || taken == static_cast<int>(b))
          OPGRAFT_RETURN_IF_ERROR(CheckGivenShape(i, b, ResultOf(*bodies_[b], i)));
      }
    } else if (std::all_of(bodies_.begin(), bodies_.end(), all_known)) {
      PartialTensorShape joined = ResultOf(*bodies_[0], i);
      for (const BodyShapes* body : bodies_) joined = joined.Join(ResultOf(*body, i));
      facts_->SetShape({id_, i}, joined);
    }
  }
  // An error in a branch that may not be taken is one only if it is: a run will tell.
  return taken < 0 ? absl::OkStatus() : ErrorOf(bodies_[static_cast<size_t>(taken)]);
}

PartialTensorShape CallInference::LoopOutput(const Output& output, DimRange iterations) const {
  const BodyShapes& body = *bodies_.back();
  switch (output.kind) {
    case Output::Kind::kCarried: {
      if (iterations.min() > 0) return body.ResultShape(site().NextOf(output.index));
      const int arg = CarryingArgument(site().loop_body(), output.index);
      return arg < 0 ? PartialTensorShape() : args_.back().args[static_cast<size_t>(arg)].shape;
    }
    case Output::Kind::kConcatenated:
      return JoinedShape(output.slices, body.ResultShape(output.index), iterations);
    case Output::Kind::kLast:
      break;
  }
  return body.ResultShape(output.index);
}

// The body may run not at all, so its errors are for a run to tell; a condition runs.
absl::Status CallInference::RunLoop() {
  const absl::StatusOr<DimRange> iterations = IterationsOf(id_, site(), *bodies_.back(), facts_);
  if (!iterations.ok()) return AtNode(iterations.status(), node_);
  for (int i = 0; i < num_outputs(); ++i) {
    const PartialTensorShape result =
        bodies_.back()->status.ok() ? LoopOutput(output(i), *iterations) : PartialTensorShape();
    if (facts_->ShapeOf({id_, i}).unknown_rank()) {
      facts_->SetShape({id_, i}, result);
    } else {
      OPGRAFT_RETURN_IF_ERROR(CheckGivenShape(i, bodies_.size() - 1, result));
    }
  }
  if (site().condition.kind != Condition::Kind::kBody) return absl::OkStatus();
  OPGRAFT_RETURN_IF_ERROR(ErrorOf(bodies_[0]));
  const FunctionBody& condition = *callees_.bodies[0];
  return AtNode(CheckCondition(condition.ret_types[0], bodies_[0]->ResultShape(0)), node_);
}

absl::Status CallInference::CheckGivenShape(int output, size_t b,
                                            const PartialTensorShape& result) const {
  const PartialTensorShape& given = facts_->ShapeOf({id_, output});
  if (!bodies_[b]->status.ok() || given.IsCompatibleWith(result)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      Mark(node_), ": output_shapes[", output, "] is ", given.DebugString(), ", but ",
      site().bodies[b].label, " '", bodies_[b]->body->name, "' gives ", result.DebugString()));
}

}  // namespace

std::vector<ArgFacts> ArgsOfBodies(int node, const Callees& callees, ShapeFacts::Detail detail,
                                   ShapeFacts* facts, BodyShapeMemo* memo) {
  std::vector<ArgFacts::Arg> inputs = facts->FactsOfInputs(node, detail);
  LoopFacts loop(callees, memo, &inputs);
  if (callees.site.role == OpRole::kLoop && EveryBodyFits(callees)) loop.Relax();
  std::vector<ArgFacts> args;
  for (const CallSite::Body& body : callees.site.bodies) args.push_back(loop.ArgsOf(body));
  return args;
}

absl::Status InferCallShapes(int node, ShapeFacts* facts, BodyShapeMemo* memo) {
  return CallInference(node, facts, memo).Run();
}

absl::Status CheckBranchCondition(int node, const ShapeFacts& facts) {
  const GraphData& graph = facts.graph();
  if (graph.node(node).op->role != OpRole::kBranch) return absl::OkStatus();
  const absl::StatusOr<CallSite> site = CallSiteOf(graph, node);
  if (!site.ok()) return absl::OkStatus();  // told where functions are checked
  const int input = site->condition.index;
  const PartialTensorShape& shape = facts.ShapeOf(graph.InputsOf(node)[static_cast<size_t>(input)]);
  const bool is_index = site->condition.kind == Condition::Kind::kIndex;
  return AtNode(
      is_index ? CheckBranchIndex(shape) : CheckCondition(graph.InputType(node, input), shape),
      graph.node(node));
}

}  // namespace opgraft_internal
