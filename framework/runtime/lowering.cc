// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/lowering.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph_editor.h"
#include "framework/graph/functions/body_effects.h"
#include "framework/graph/shapes/body_shapes.h"
#include "framework/graph/shapes/infer_node_shapes.h"
#include "framework/op/call_path.h"
#include "framework/op/op_registry.h"
#include "framework/runtime/body_lowering.h"
#include "framework/runtime/branch_lowering.h"
#include "framework/runtime/loop_lowering.h"
#include "framework/runtime/lowering_scope.h"
#include "framework/runtime/memory_plan.h"
#include "framework/runtime/need_analysis.h"
#include "framework/runtime/program_writer.h"
#include "framework/runtime/reference_lowering.h"

namespace opgraft_internal {
namespace {

bool IsScalar(const PartialTensorShape& shape) { return shape.dims() == 0; }

// True if a feed of such a node is what shapes were inferred for.
bool IsInput(OpRole role) {
  return role == OpRole::kPlaceholder || role == OpRole::kPlaceholderWithDefault ||
         role == OpRole::kArgument;
}

// What a function body runs for other reasons than its results. A call of a function that assigns
// has effects, whatever the function says of itself.
std::vector<int> BodyRoots(const FunctionBody& body, const StateIndex& state) {
  std::vector<int> roots = EffectsOf(body);
  for (int id = 0; id < body.graph.num_nodes(); ++id) {
    if (state.IsSink(body.graph.node(id))) roots.push_back(id);
  }
  return roots;
}

// Lowers one program: walks graphs in order and writes steps.
absl::Status TooManyWays(absl::string_view node) {
  return absl::ResourceExhaustedError(
      absl::StrCat("node '", node, "': the inits of variables need one another in too many ways"));
}

class Lowering final : public BodyLowering {
 public:
  Lowering(ModelParts* parts, Program* program)
      : parts_(parts), writer_(program), references_(parts, &writer_) {}

  void Run(const Graph& graph, const ProgramInterface& interface);

  std::vector<int32_t> LowerBody(const CallingNode& caller, const BodyCall& call,
                                 const std::vector<int32_t>& out) override;
  ProgramWriter* writer() override { return &writer_; }
  BodyShapeMemo* body_shapes() override { return &body_shapes_; }

 private:
  LoweringScope MakeScope(const Graph& graph, const void* key, int32_t parent,
                          const std::string& function, const Node* call);
  Needs NeedsOf(const LoweringScope& scope, const NeedRoots& roots,
                const absl::flat_hash_set<Endpoint>& fed);
  void LowerNodes(LoweringScope* scope, const std::vector<Condition>& needs);
  void LowerNode(LoweringScope* scope, const Node& node);
  absl::flat_hash_set<Endpoint> BindFeeds(const ProgramInterface& interface, LoweringScope* scope);
  void LowerKernel(LoweringScope* scope, const Node& node);
  bool FoldKernel(LoweringScope* scope, const Node& node, OpKernel* kernel,
                  const std::vector<int32_t>& inputs);
  int32_t SelectFeed(int32_t feed, int32_t value, StepOrigin origin);
  void LowerReadValue(LoweringScope* scope, const Node& node);
  void LowerAssign(LoweringScope* scope, const Node& node);
  void LowerConst(LoweringScope* scope, const Node& node);
  void SetConstant(LoweringScope* scope, Endpoint output, const Tensor* value);
  void LowerPlaceholder(LoweringScope* scope, const Node& node);
  void LowerCallSite(LoweringScope* scope, const Node& node);
  std::vector<int32_t> InlineBody(const CallingNode& caller, const BodyCall& call,
                                  const std::vector<int32_t>& out);
  std::vector<int32_t> TakeResults(const FunctionBody& body, const std::vector<int32_t>& out,
                                   StepOrigin origin, LoweringScope* scope);
  void PassOn(LoweringScope* scope, Endpoint from, Endpoint to);
  int32_t OutsideArguments(int32_t slot, int node);
  void AddFeedCheck(int32_t arg, int node, const Condition& needed);
  void CheckLazyFeeds(const ProgramInterface& interface, const Needs& needs, Program* program);

  ModelParts* const parts_;
  ProgramWriter writer_;
  ReferenceLowering references_;
  absl::flat_hash_map<Endpoint, int> optional_feed_;         // PlaceholderWithDefault: its argument
  std::vector<std::shared_ptr<const FunctionBody>> bodies_;  // kept while their graphs are in use
  BodyShapeMemo body_shapes_{&InferNodeShapes};
};

LoweringScope Lowering::MakeScope(const Graph& graph, const void* key, int32_t parent,
                                  const std::string& function, const Node* call) {
  const int32_t id =
      writer_.AddScope({graph, parent, function, call == nullptr ? "" : call->name()});
  return LoweringScope(graph, key, id);
}

void Lowering::Run(const Graph& graph, const ProgramInterface& interface) {
  LoweringScope scope = MakeScope(graph, interface.key, -1, interface.function, nullptr);
  ShapeFacts shapes(GraphEditor::DataOf(graph), body_shapes_.fold_budget());
  scope.shapes = &shapes;
  Program* program = writer_.program();
  if (GraphEditor::DataOf(graph).has_given_shapes) program->shapes_hold = false;
  const absl::flat_hash_set<Endpoint> fed = BindFeeds(interface, &scope);
  const Needs needs = NeedsOf(scope, {interface.rets, interface.nodes}, fed);
  CheckLazyFeeds(interface, needs, program);
  LowerNodes(&scope, needs.nodes);
  if (!parts_->MayGoOn()) return;  // there may be no results
  for (Endpoint ret : interface.rets) {
    references_.ReadResult(&scope, ret);
    const int32_t slot = OutsideArguments(scope.SlotOf(ret), ret.node);
    program->ret_slots.push_back(slot);
    writer_.KeepForever(slot);
  }
  writer_.Finish();
}

// Gives the program's arguments their slots, which are its first. Gives those that stand for a
// tensor in every run: an optional feed does so only where it is fed.
absl::flat_hash_set<Endpoint> Lowering::BindFeeds(const ProgramInterface& interface,
                                                  LoweringScope* scope) {
  absl::flat_hash_set<Endpoint> fed;
  Program* const program = writer_.program();
  for (size_t i = 0; i < interface.args.size(); ++i) {
    const Endpoint e = interface.args[i];
    const int32_t slot = writer_.NewSlot();
    ++program->num_args;  // no slot was made before
    if (!IsInput(scope->graph->node(e.node).role())) program->shapes_hold = false;
    if (interface.optional_args[i]) {
      optional_feed_[e] = slot;
    } else {
      fed.insert(e);
      scope->SlotOf(e) = slot;
    }
  }
  return fed;
}

Needs Lowering::NeedsOf(const LoweringScope& scope, const NeedRoots& roots,
                        const absl::flat_hash_set<Endpoint>& fed) {
  const auto variable_of = [this](const Node& node) {
    return node.role() == OpRole::kRead ? parts_->VariableOf(node) : -1;
  };
  const auto add_guard = [this](Guard guard) { return writer_.AddGuard(std::move(guard)); };
  Needs needs = AnalyzeNeeds(*scope.graph, roots, fed, variable_of, add_guard);
  if (needs.gave_up_at < 0) return needs;
  parts_->AddProblem(TooManyWays(scope.graph->node(needs.gave_up_at).name()), scope.where);
  return needs;
}

// A result that is an argument passed on gets a slot of its own: argument slots are the caller's
// between runs.
int32_t Lowering::OutsideArguments(int32_t slot, int node) {
  if (slot >= writer_.program()->num_args) return slot;
  const int32_t own = writer_.NewSlot();
  writer_.AddView(slot, own, {0, node});
  return own;
}

// A step that fails if it is needed and no feed is there.
void Lowering::AddFeedCheck(int32_t arg, int node, const Condition& needed) {
  const int jump = writer_.BeginGuard(needed.clauses());
  Step step;
  step.kind = StepKind::kCheckFed;
  step.a = arg;
  writer_.Add(step, {0, node});
  writer_.EndJump(jump);
}

// A feed that every run needs is checked once at its start; one that only inits need, where they
// do.
void Lowering::CheckLazyFeeds(const ProgramInterface& interface, const Needs& needs,
                              Program* program) {
  for (size_t i = 0; i < interface.args.size(); ++i) {
    auto it = needs.feeds.find(interface.args[i]);
    const bool required = it != needs.feeds.end() && it->second.always();
    program->arg_required.push_back(required);
    if (it == needs.feeds.end() || it->second.never() || required) continue;
    AddFeedCheck(static_cast<int32_t>(i), interface.args[i].node, it->second);
  }
}

void Lowering::LowerNodes(LoweringScope* scope, const std::vector<Condition>& needs) {
  Condition open = Condition::Always();
  int jump = -1;
  constexpr int kNodesBetween = 1024;  // two looks whether to go on
  int nodes = 0;
  for (int32_t id : scope->graph->topological_order()) {
    const Condition& when = needs[id];
    if (when.never()) continue;
    // What is inlined is done to its end: its caller goes on with its results.
    if (scope->id == 0 && ++nodes % kNodesBetween == 0 && !parts_->MayGoOn()) break;
    if (when != open) {
      if (jump >= 0) writer_.EndJump(jump);
      jump = when.always() ? -1 : writer_.BeginGuard(when.clauses());
      open = when;
    }
    const std::vector<Endpoint> lent = references_.BeginInputs(scope, scope->graph->node(id));
    LowerNode(scope, scope->graph->node(id));
    references_.EndInputs(scope, lent);
  }
  if (jump >= 0) writer_.EndJump(jump);
}

void Lowering::LowerNode(LoweringScope* scope, const Node& node) {
  switch (node.role()) {
    case OpRole::kArgument:
    case OpRole::kNoOp:
      return;
    case OpRole::kConstant:
      return LowerConst(scope, node);
    case OpRole::kPlaceholder:
    case OpRole::kPlaceholderWithDefault:
      return LowerPlaceholder(scope, node);
    case OpRole::kRead:
      return LowerReadValue(scope, node);
    case OpRole::kAssign:
      return LowerAssign(scope, node);
    case OpRole::kCall:
    case OpRole::kBranch:
    case OpRole::kLoop:
      return LowerCallSite(scope, node);
    case OpRole::kPassOn:
      for (int i = 0; i < node.num_outputs(); ++i) PassOn(scope, node.inputs()[i], {node.id(), i});
      return;
    case OpRole::kPlain:
    case OpRole::kMerge:
    case OpRole::kNextIteration:
      return LowerKernel(scope, node);
  }
}

// Output `to` is the tensor `from`: no step, unless it is to land in a slot of its own.
void Lowering::PassOn(LoweringScope* scope, Endpoint from, Endpoint to) {
  const int32_t slot = scope->SlotOf(from);
  if (scope->SlotOf(to) < 0) scope->SlotOf(to) = slot;
}

void Lowering::LowerKernel(LoweringScope* scope, const Node& node) {
  const ModelParts::Kernel kernel = parts_->KernelFor(scope->key, node, scope->where);
  if (references_.LowerKernel(scope, node, kernel)) return;
  const std::vector<int32_t> inputs = scope->InputSlots(node);
  if (FoldKernel(scope, node, kernel.kernel, inputs)) return;
  const std::vector<int32_t> outputs =
      scope->OutputSlots(node, kernel.kernel == nullptr ? nullptr : kernel.spec, &writer_);
  if (kernel.kernel == nullptr) return;
  const auto are_same = [&](int input, int output) {
    return scope->HaveOneShape(node, input, output);
  };
  const bool gives_scalar = node.num_outputs() > 0 && IsScalar(scope->ShapeOf({node.id(), 0}));
  writer_.AddKernel(kernel.kernel, *kernel.spec, inputs, outputs, {scope->id, node.id()},
                    {are_same, gives_scalar});
}

// True if the outputs follow from constants: then they are constants, too, and there is no step.
bool Lowering::FoldKernel(LoweringScope* scope, const Node& node, OpKernel* kernel,
                          const std::vector<int32_t>& inputs) {
  if (kernel == nullptr || !parts_->model().options.fold_constants) return false;
  std::vector<const Tensor*> values;
  for (const int32_t slot : inputs) {
    const Tensor* const value = writer_.ConstantIn(slot);
    if (value == nullptr) return false;
    values.push_back(value);
  }
  const auto outputs = parts_->constant_steps()->Fold(node, kernel, values);
  for (size_t i = 0; i < outputs.size(); ++i)
    SetConstant(scope, {node.id(), static_cast<int>(i)}, outputs[i]);
  return !outputs.empty();
}

void Lowering::LowerConst(LoweringScope* scope, const Node& node) {
  SetConstant(scope, {node.id(), 0}, parts_->ConstantFor(scope->key, node, scope->where));
}

// An output that is fed keeps the slot of the feed. Null: its value has a problem.
void Lowering::SetConstant(LoweringScope* scope, Endpoint output, const Tensor* value) {
  const int32_t slot = writer_.NewSlot();
  if (scope->SlotOf(output) < 0) scope->SlotOf(output) = slot;
  if (value != nullptr) writer_.AddConstant(slot, value);
}

void Lowering::LowerPlaceholder(LoweringScope* scope, const Node& node) {
  const Endpoint e{node.id(), 0};
  if (scope->SlotOf(e) >= 0) return;  // fed; a control edge needs it
  if (node.num_inputs() == 0) {       // needed, and not fed by the signature
    scope->SlotOf(e) = writer_.NewSlot();
    Step step;
    step.kind = StepKind::kUnfed;
    writer_.Add(step, {scope->id, node.id()});
    return;
  }
  const int32_t value = scope->SlotOf(node.inputs()[0]);
  const auto feed = scope->id == 0 ? optional_feed_.find(e) : optional_feed_.end();
  scope->SlotOf(e) = feed == optional_feed_.end()
                         ? value
                         : SelectFeed(feed->second, value, {scope->id, node.id()});
}

// A slot that is the feed's in a run that feeds it, else the one of `value`.
int32_t Lowering::SelectFeed(int32_t feed, int32_t value, StepOrigin origin) {
  const int32_t out = writer_.NewSlot();
  Step step;
  step.kind = StepKind::kSelectFeed;
  step.a = feed;
  step.b = value;
  step.c = out;
  writer_.AddAliasing(step, {feed, value}, out, origin);
  return out;
}

void Lowering::LowerReadValue(LoweringScope* scope, const Node& node) {
  const int32_t out = writer_.NewSlot();
  int32_t& output = scope->SlotOf({node.id(), 0});
  if (output < 0) output = out;
  Step step;
  step.kind = StepKind::kReadVariable;
  step.a = parts_->VariableOf(node);
  step.c = out;
  std::vector<int32_t> init;
  if (node.num_inputs() > 0) {
    step.b = scope->SlotOf(node.inputs()[0]);
    init.push_back(step.b);
  }
  writer_.AddAliasing(step, init, out, {scope->id, node.id()});
}

void Lowering::LowerAssign(LoweringScope* scope, const Node& node) {
  Step step;
  step.kind = StepKind::kAssign;
  step.a = parts_->VariableOf(node);
  step.b = scope->SlotOf(node.inputs()[0]);
  writer_.Use(step.b);
  writer_.Add(step, {scope->id, node.id()});
  if (scope->SlotOf({node.id(), 0}) < 0) scope->SlotOf({node.id(), 0}) = step.b;
}

void Lowering::LowerCallSite(LoweringScope* scope, const Node& node) {
  const absl::optional<Callees> callees = parts_->CalleesFor(node, scope->where);
  if (callees.has_value()) {
    const CallingNode caller{scope, node, &*callees};
    if (node.role() == OpRole::kBranch) return LowerBranch(caller, this);
    if (node.role() == OpRole::kCall) return LowerCall(caller, this);
    return LowerLoop(caller, this);
  }
  for (int i = 0; i < node.num_outputs(); ++i) scope->OutputSlot(node, i, &writer_);
}

std::vector<int32_t> Lowering::LowerBody(const CallingNode& caller, const BodyCall& call,
                                         const std::vector<int32_t>& out) {
  if (parts_->ShouldInline(*call.body)) return InlineBody(caller, call, out);
  const FunctionBody& body = *call.body;
  std::vector<int32_t> results = out;
  for (size_t i = results.size(); i < body.rets.size(); ++i) results.push_back(writer_.NewSlot());
  for (size_t i = 0; i < results.size(); ++i) {
    const Endpoint ret = body.rets[i];
    const DataType dtype = body.ret_types[i];
    writer_.OwnsMemory(results[i], dtype,
                       SizeOf(dtype, body.graph.node(ret.node).output_shape(ret.port)));
  }
  writer_.AddCall(parts_->FunctionProgram(call.body), call.args, results, caller.origin(),
                  call.loop);
  return results;
}

std::vector<int32_t> Lowering::InlineBody(const CallingNode& caller, const BodyCall& call,
                                          const std::vector<int32_t>& out) {
  const std::shared_ptr<const FunctionBody>& body = call.body;
  bodies_.push_back(body);
  parts_->NoteOrigins(*body);
  LoweringScope scope =
      MakeScope(body->graph, body.get(), caller.scope->id, body->name, &caller.node);
  writer_.program()->scopes[scope.id].loop = call.loop;
  scope.shapes = body_shapes_.Infer(body, call.facts)->facts.get();
  scope.where = absl::StrCat(InCallOf(body->name, caller.node.name()), caller.scope->where);
  const absl::flat_hash_set<Endpoint> fed = scope.BindBody(*body, call.args, out);
  const Needs needs = NeedsOf(scope, {body->rets, BodyRoots(*body, parts_->state())}, fed);
  LowerNodes(&scope, needs.nodes);
  return TakeResults(*body, out, caller.origin(), &scope);
}

// The slots of an inlined body's results. One that did not land in `out` (an argument passed on, or
// a result that stands there twice) is viewed there.
std::vector<int32_t> Lowering::TakeResults(const FunctionBody& body,
                                           const std::vector<int32_t>& out, StepOrigin origin,
                                           LoweringScope* scope) {
  std::vector<int32_t> results;
  for (size_t i = 0; i < body.rets.size(); ++i) {
    references_.ReadResult(scope, body.rets[i]);
    results.push_back(scope->SlotOf(body.rets[i]));
    if (out.empty() || results.back() == out[i]) continue;
    writer_.AddView(results.back(), out[i], origin);
    results.back() = out[i];
  }
  return results;
}

}  // namespace

void LowerGraph(const Graph& graph, const ProgramInterface& interface, ModelParts* parts,
                Program* program) {
  Lowering(parts, program).Run(graph, interface);
}

void LowerPendingFunctions(ModelParts* parts) {
  for (auto [body, program] = parts->TakePendingFunction(); body != nullptr && parts->MayGoOn();
       std::tie(body, program) = parts->TakePendingFunction()) {
    ProgramInterface interface;
    for (int arg : body->args) interface.args.push_back({arg, 0});
    interface.optional_args.assign(body->args.size(), false);
    interface.rets = body->rets;
    interface.nodes = BodyRoots(*body, parts->state());
    interface.key = body.get();
    interface.function = body->name;
    parts->NoteOrigins(*body);
    LowerGraph(body->graph, interface, parts, program);
  }
}

}  // namespace opgraft_internal
