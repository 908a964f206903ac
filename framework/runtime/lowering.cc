// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/lowering.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph_editor.h"
#include "framework/graph/shapes/body_shapes.h"
#include "framework/graph/shapes/call_shapes.h"
#include "framework/graph/shapes/node_shapes.h"
#include "framework/op/call_path.h"
#include "framework/op/op_registry.h"
#include "framework/runtime/memory_plan.h"
#include "framework/runtime/need_analysis.h"
#include "framework/runtime/program_writer.h"

namespace opgraft {
namespace {

// A graph being lowered: the program's own, or a body inlined into it.
struct Scope {
  int32_t id = -1;
  const Graph* graph = nullptr;
  const void* key = nullptr;
  std::string where;                  // "; in call of 'f' at {{node n}}": for problems
  ShapeFacts* shapes = nullptr;       // those in the graph, or of the body for its arguments
  std::vector<int32_t> first_output;  // by node, into `slots`
  std::vector<int32_t> slots;         // by output; -1: not lowered yet
  absl::flat_hash_map<Endpoint, int32_t> prebound;  // outputs that are to land in a given slot
};

int32_t& SlotRef(Scope* scope, Endpoint e) {
  return scope->slots[scope->first_output[e.node] + e.port];
}

const PartialTensorShape& ShapeOf(const Scope& scope, Endpoint e) {
  return scope.shapes->ShapeOf(e);
}

bool IsAlias(const KernelSpec& spec, int output) {
  return std::any_of(spec.aliases.begin(), spec.aliases.end(),
                     [output](const auto& pair) { return pair.second == output; });
}

// True if output `output` surely has the shape of input `input` although that is not known: it is
// inferred as the same, and no other input has unknown dimensions that could stretch it.
bool HaveOneShape(const Scope& scope, const Node& node, int input, int output) {
  const PartialTensorShape& shape = ShapeOf(scope, node.inputs()[input]);
  if (!shape.IsIdenticalTo(ShapeOf(scope, {node.id(), output}))) return false;
  if (shape.unknown_rank()) return node.num_inputs() == 1;
  for (int i = 0; i < node.num_inputs(); ++i) {
    if (i != input && !ShapeOf(scope, node.inputs()[i]).IsFullyDefined()) return false;
  }
  return true;
}

// Is it enough to run such a node, though its op is stateful, where its value is needed?
bool OnlyReads(OpRole role) {
  return role == OpRole::kRead || role == OpRole::kArgument || role == OpRole::kPlaceholder;
}

// True if a feed of such a node is what shapes were inferred for.
bool IsInput(OpRole role) {
  return role == OpRole::kPlaceholder || role == OpRole::kPlaceholderWithDefault ||
         role == OpRole::kArgument;
}

// What a function body runs for other reasons than its results: control results and all that has
// effects. A call of a function that assigns has, whatever the function says of itself.
std::vector<int> BodyRoots(const FunctionBody& body, const StateIndex& state) {
  std::vector<int> roots = body.control_rets;
  for (int id = 0; id < body.graph.num_nodes(); ++id) {
    const Node node = body.graph.node(id);
    if ((node.is_stateful() && !OnlyReads(node.role())) || state.IsSink(node)) roots.push_back(id);
  }
  return roots;
}

// One body of a node, with what it is given.
struct BodyCall {
  std::shared_ptr<const FunctionBody> body;
  ArgFacts facts;             // of the arguments: memory is planned for them
  std::vector<int32_t> args;  // slots
  int32_t loop = -1;          // that runs it once an iteration; -1: none
};

// A value that a loop hands from iteration to iteration.
struct CarriedValue {
  int input = -1;
  int result = -1;  // of the body, that it becomes
  int32_t slot = -1;
};

// True if the body gives a carried value back as it got it.
bool StaysTheSame(const Callees& callees, const CallSite::Carried& carried) {
  const FunctionBody& body = *callees.bodies.back();
  const Endpoint source = SourceOf(body, carried.result);
  const auto arg = std::find(body.args.begin(), body.args.end(), source.node);
  return arg != body.args.end() &&
         callees.site.loop_body().args[arg - body.args.begin()].input == carried.input;
}

// A While: each iteration asks a function, and hands whole values to the next.
bool IsPlainLoop(const CallSite& site) {
  const auto is_whole = [](const CallSite::Body& body) {
    return std::all_of(body.args.begin(), body.args.end(), [](const CallSite::Argument& arg) {
      return arg.kind == CallSite::Argument::Kind::kInvariant ||
             arg.kind == CallSite::Argument::Kind::kCarried;
    });
  };
  return site.condition.kind == CallSite::Condition::Kind::kBody && site.condition.first < 0 &&
         site.trip_count < 0 && std::all_of(site.bodies.begin(), site.bodies.end(), is_whole) &&
         std::all_of(site.outputs.begin(), site.outputs.end(), [](const CallSite::Output& output) {
           return output.kind == CallSite::Output::Kind::kCarried;
         });
}

// Lowers one program: walks graphs in order and writes steps.
class Lowering {
 public:
  Lowering(ModelParts* parts, Program* program) : parts_(parts), writer_(program) {}

  void Run(const Graph& graph, const ProgramInterface& interface);

 private:
  Scope MakeScope(const Graph& graph, const void* key, int32_t parent, const std::string& function,
                  const Node* call);
  Needs NeedsOf(const Scope& scope, const NeedRoots& roots,
                const absl::flat_hash_set<Endpoint>& fed);
  void LowerNodes(Scope* scope, const std::vector<Condition>& needs);
  void LowerNode(Scope* scope, const Node& node);
  void LowerKernel(Scope* scope, const Node& node);
  void LowerReadValue(Scope* scope, const Node& node);
  void LowerAssign(Scope* scope, const Node& node);
  void LowerConst(Scope* scope, const Node& node);
  void LowerPlaceholder(Scope* scope, const Node& node);
  void LowerCallSite(Scope* scope, const Node& node);
  void LowerBranch(Scope* scope, const Node& node, const Callees& callees);
  void LowerCall(Scope* scope, const Node& node, const Callees& callees);
  void LowerLoop(Scope* scope, const Node& node, const Callees& callees);
  std::vector<CarriedValue> CarriedValues(Scope* scope, const Node& node, const Callees& callees);
  std::vector<int32_t> ResultSlots(Scope* scope, const Node& node, const CallSite& site);
  // The test of branch `b`: its step jumps where another one is taken.
  int AddTest(Scope* scope, const Node& node, const CallSite::Condition& condition, int b);
  // Runs `body` of a node on its arguments, inlined or called; gives the slots of its results. With
  // `out`, results land there.
  std::vector<int32_t> LowerBody(Scope* scope, const Node& node, const BodyCall& call,
                                 const std::vector<int32_t>& out);
  std::vector<int32_t> InlineBody(Scope* scope, const Node& node, const BodyCall& call,
                                  const std::vector<int32_t>& out);
  // The calls of a node's bodies, by body, when its inputs are in these slots.
  std::vector<BodyCall> BodyCallsOf(Scope* scope, const Node& node, const Callees& callees,
                                    const std::vector<int32_t>& inputs);
  void PassOn(Scope* scope, Endpoint from, Endpoint to);
  int32_t OutsideArguments(int32_t slot, int node);
  void CheckLazyFeeds(const ProgramInterface& interface, const Needs& needs, Program* program);
  std::vector<int32_t> InputSlots(Scope* scope, const Node& node);
  int32_t OutputSlot(Scope* scope, const Node& node, int port);
  static int32_t Prebound(const Scope& scope, Endpoint e);

  ModelParts* const parts_;
  ProgramWriter writer_;
  absl::flat_hash_map<Endpoint, int> optional_feed_;         // PlaceholderWithDefault: its argument
  std::vector<std::shared_ptr<const FunctionBody>> bodies_;  // kept while their graphs are in use
  BodyShapeMemo body_shapes_{&InferNodeShapes};
};

Scope Lowering::MakeScope(const Graph& graph, const void* key, int32_t parent,
                          const std::string& function, const Node* call) {
  Scope scope;
  scope.graph = &graph;
  scope.key = key;
  scope.id = writer_.AddScope({graph, parent, function, call == nullptr ? "" : call->name()});
  int32_t outputs = 0;
  scope.first_output.reserve(graph.num_nodes());
  for (int i = 0; i < graph.num_nodes(); ++i) {
    scope.first_output.push_back(outputs);
    outputs += graph.node(i).num_outputs();
  }
  scope.slots.assign(outputs, -1);
  return scope;
}

void Lowering::Run(const Graph& graph, const ProgramInterface& interface) {
  Scope scope = MakeScope(graph, interface.key, -1, interface.function, nullptr);
  ShapeFacts shapes(GraphEditor::DataOf(graph), body_shapes_.fold_budget());
  scope.shapes = &shapes;
  absl::flat_hash_set<Endpoint> fed;
  Program* program = writer_.program();
  for (size_t i = 0; i < interface.args.size(); ++i) {
    const Endpoint e = interface.args[i];
    const int32_t slot = writer_.NewSlot();
    ++program->num_args;  // no slot was made before
    if (!IsInput(graph.node(e.node).role())) program->shapes_hold = false;
    if (interface.optional_args[i]) {
      optional_feed_[e] = slot;
    } else {
      fed.insert(e);
      SlotRef(&scope, e) = slot;
    }
  }
  const Needs needs = NeedsOf(scope, {interface.rets, interface.nodes}, fed);
  CheckLazyFeeds(interface, needs, program);
  LowerNodes(&scope, needs.nodes);
  for (Endpoint ret : interface.rets) {
    const int32_t slot = OutsideArguments(SlotRef(&scope, ret), ret.node);
    program->ret_slots.push_back(slot);
    writer_.KeepForever(slot);
  }
  writer_.Finish();
}

Needs Lowering::NeedsOf(const Scope& scope, const NeedRoots& roots,
                        const absl::flat_hash_set<Endpoint>& fed) {
  const auto variable_of = [this](const Node& node) {
    return node.role() == OpRole::kRead ? parts_->VariableOf(node) : -1;
  };
  Needs needs = AnalyzeNeeds(*scope.graph, roots, fed, variable_of);
  if (needs.gave_up_at < 0) return needs;
  parts_->AddProblem(absl::ResourceExhaustedError(absl::StrCat(
                         "node '", scope.graph->node(needs.gave_up_at).name(),
                         "': the inits of variables need one another in too many ways")),
                     scope.where);
  return needs;
}

// A result that is an argument passed on gets a slot of its own: argument slots are the caller's
// between runs.
int32_t Lowering::OutsideArguments(int32_t slot, int node) {
  if (slot >= writer_.program()->num_args) return slot;
  Step step;
  step.kind = StepKind::kAlias;
  step.a = slot;
  step.c = writer_.NewSlot();
  writer_.AddAliasing(step, {slot}, step.c, {0, node});
  return step.c;
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
    const int jump = writer_.BeginGuard(it->second.clauses());
    Step step;
    step.kind = StepKind::kCheckFed;
    step.a = static_cast<int32_t>(i);
    writer_.Add(step, {0, interface.args[i].node});
    writer_.EndJump(jump);
  }
}

void Lowering::LowerNodes(Scope* scope, const std::vector<Condition>& needs) {
  Condition open = Condition::Always();
  int jump = -1;
  for (int32_t id : scope->graph->topological_order()) {
    const Condition& when = needs[id];
    if (when.never()) continue;
    if (when != open) {
      if (jump >= 0) writer_.EndJump(jump);
      jump = when.always() ? -1 : writer_.BeginGuard(when.clauses());
      open = when;
    }
    LowerNode(scope, scope->graph->node(id));
  }
  if (jump >= 0) writer_.EndJump(jump);
}

void Lowering::LowerNode(Scope* scope, const Node& node) {
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
void Lowering::PassOn(Scope* scope, Endpoint from, Endpoint to) {
  const int32_t slot = SlotRef(scope, from);
  if (SlotRef(scope, to) < 0) SlotRef(scope, to) = slot;
}

// The slot that output `e` is to land in; -1 if any will do.
int32_t Lowering::Prebound(const Scope& scope, Endpoint e) {
  auto it = scope.prebound.find(e);
  return it == scope.prebound.end() ? -1 : it->second;
}

std::vector<int32_t> Lowering::InputSlots(Scope* scope, const Node& node) {
  std::vector<int32_t> slots;
  slots.reserve(node.num_inputs());
  for (const Endpoint& input : node.inputs()) slots.push_back(SlotRef(scope, input));
  return slots;
}

// The slot a kernel, If or call puts output `port` into.
int32_t Lowering::OutputSlot(Scope* scope, const Node& node, int port) {
  const Endpoint e{node.id(), port};
  int32_t slot = Prebound(*scope, e);
  if (slot < 0) slot = writer_.NewSlot();
  // A fed output keeps the feed's slot for its readers; the kernel writes beside it.
  if (SlotRef(scope, e) < 0) SlotRef(scope, e) = slot;
  return slot;
}

void Lowering::LowerKernel(Scope* scope, const Node& node) {
  const ModelParts::Kernel kernel = parts_->KernelFor(scope->key, node, scope->where);
  const std::vector<int32_t> inputs = InputSlots(scope, node);
  std::vector<int32_t> outputs;
  for (int i = 0; i < node.num_outputs(); ++i) {
    // What only views an input cannot land in a region of somebody else's.
    if (kernel.kernel != nullptr && IsAlias(*kernel.spec, i))
      scope->prebound.erase(Endpoint{node.id(), i});
    outputs.push_back(OutputSlot(scope, node, i));
  }
  if (kernel.kernel == nullptr) return;
  for (int i = 0; i < node.num_outputs(); ++i) {
    const DataType dtype = BaseType(node.output_type(i));
    writer_.OwnsMemory(outputs[i], dtype, SizeOf(dtype, ShapeOf(*scope, {node.id(), i})));
  }
  const auto same_shape = [&](int input, int output) {
    return HaveOneShape(*scope, node, input, output);
  };
  writer_.AddKernel(kernel.kernel, *kernel.spec, inputs, outputs, {scope->id, node.id()},
                    same_shape);
}

void Lowering::LowerConst(Scope* scope, const Node& node) {
  const int32_t slot = writer_.NewSlot();
  if (SlotRef(scope, {node.id(), 0}) < 0) SlotRef(scope, {node.id(), 0}) = slot;
  if (const Tensor* value = parts_->ConstantFor(scope->key, node, scope->where))
    writer_.AddConstant(slot, value);
}

void Lowering::LowerPlaceholder(Scope* scope, const Node& node) {
  const Endpoint e{node.id(), 0};
  if (SlotRef(scope, e) >= 0) return;  // fed; a control edge needs it
  if (node.num_inputs() == 0) {        // needed, and not fed by the signature
    SlotRef(scope, e) = writer_.NewSlot();
    Step step;
    step.kind = StepKind::kUnfed;
    writer_.Add(step, {scope->id, node.id()});
    return;
  }
  const int32_t value = SlotRef(scope, node.inputs()[0]);
  auto feed = scope->id == 0 ? optional_feed_.find(e) : optional_feed_.end();
  if (feed == optional_feed_.end()) {
    SlotRef(scope, e) = value;
    return;
  }
  const int32_t out = writer_.NewSlot();
  SlotRef(scope, e) = out;
  Step step;
  step.kind = StepKind::kSelectFeed;
  step.a = feed->second;
  step.b = value;
  step.c = out;
  writer_.AddAliasing(step, {feed->second, value}, out, {scope->id, node.id()});
}

void Lowering::LowerReadValue(Scope* scope, const Node& node) {
  const int32_t out = writer_.NewSlot();
  if (SlotRef(scope, {node.id(), 0}) < 0) SlotRef(scope, {node.id(), 0}) = out;
  Step step;
  step.kind = StepKind::kReadVariable;
  step.a = parts_->VariableOf(node);
  step.c = out;
  std::vector<int32_t> init;
  if (node.num_inputs() > 0) {
    step.b = SlotRef(scope, node.inputs()[0]);
    init.push_back(step.b);
  }
  writer_.AddAliasing(step, init, out, {scope->id, node.id()});
}

void Lowering::LowerAssign(Scope* scope, const Node& node) {
  Step step;
  step.kind = StepKind::kAssign;
  step.a = parts_->VariableOf(node);
  step.b = SlotRef(scope, node.inputs()[0]);
  writer_.Use(step.b);
  writer_.Add(step, {scope->id, node.id()});
  if (SlotRef(scope, {node.id(), 0}) < 0) SlotRef(scope, {node.id(), 0}) = step.b;
}

void Lowering::LowerCallSite(Scope* scope, const Node& node) {
  const absl::optional<Callees> callees = parts_->CalleesFor(node, scope->where);
  if (callees.has_value() && node.role() == OpRole::kBranch)
    return LowerBranch(scope, node, *callees);
  if (callees.has_value() && node.role() == OpRole::kCall) return LowerCall(scope, node, *callees);
  if (callees.has_value() && IsPlainLoop(callees->site)) return LowerLoop(scope, node, *callees);
  for (int i = 0; i < node.num_outputs(); ++i) OutputSlot(scope, node, i);
  if (!callees.has_value()) return;
  parts_->AddProblem(
      absl::UnimplementedError(absl::StrCat(
          NodeTag(node.name(), node.op()),
          ": of loops only those run whose condition is a function and whose values are carried "
          "from iteration to iteration as a whole")),
      scope->where);
}

std::vector<BodyCall> Lowering::BodyCallsOf(Scope* scope, const Node& node, const Callees& callees,
                                            const std::vector<int32_t>& inputs) {
  std::vector<ArgFacts> facts =
      ArgsOfBodies(node.id(), callees, ShapeFacts::Detail::kShapes, scope->shapes, &body_shapes_);
  std::vector<BodyCall> calls;
  for (size_t b = 0; b < facts.size(); ++b) {
    calls.push_back({callees.bodies[b], std::move(facts[b]), {}});
    for (const CallSite::Argument& arg : callees.site.bodies[b].args)
      calls.back().args.push_back(inputs[arg.input]);
  }
  return calls;
}

int Lowering::AddTest(Scope* scope, const Node& node, const CallSite::Condition& condition, int b) {
  Step test;
  test.kind = condition.kind == CallSite::Condition::Kind::kIndex ? StepKind::kJumpUnlessIndex
                                                                  : StepKind::kJumpIfFalse;
  test.b = SlotRef(scope, node.inputs()[condition.index]);
  test.c = b;
  writer_.Use(test.b);
  return writer_.Add(test, {scope->id, node.id()});
}

// A slot for each result of a node's bodies: that of the output it is, if it is one.
std::vector<int32_t> Lowering::ResultSlots(Scope* scope, const Node& node, const CallSite& site) {
  std::vector<int32_t> slots(site.bodies.back().num_results, -1);
  for (int i = 0; i < node.num_outputs(); ++i) {
    int32_t& slot = slots[site.outputs[i].index];
    if (slot < 0) {
      slot = OutputSlot(scope, node, i);
    } else if (SlotRef(scope, {node.id(), i}) < 0) {
      SlotRef(scope, {node.id(), i}) = slot;
    }
  }
  for (int32_t& slot : slots) slot = slot < 0 ? writer_.NewSlot() : slot;
  return slots;
}

// Each branch but the last stands behind a test that jumps over it, and ends in a jump behind all.
void Lowering::LowerBranch(Scope* scope, const Node& node, const Callees& callees) {
  const std::vector<int32_t> out = ResultSlots(scope, node, callees.site);
  const std::vector<BodyCall> calls = BodyCallsOf(scope, node, callees, InputSlots(scope, node));
  const int last = static_cast<int>(calls.size()) - 1;
  std::vector<int> to_end;
  for (int b = 0; b < last; ++b) {
    const int to_next = AddTest(scope, node, callees.site.condition, b);
    LowerBody(scope, node, calls[b], out);
    Step jump;
    jump.kind = StepKind::kJump;
    to_end.push_back(writer_.Add(jump, {scope->id, node.id()}));
    writer_.EndJump(to_next);
  }
  LowerBody(scope, node, calls[last], out);
  for (int jump : to_end) writer_.EndJump(jump);
  // A branch may leave its results early; they are alive until all are through.
  for (int32_t slot : out) writer_.Use(slot);
}

void Lowering::LowerCall(Scope* scope, const Node& node, const Callees& callees) {
  // Results land in given slots if all of them have one; else in the body's own.
  std::vector<int32_t> out(callees.site.bodies[0].num_results, -1);
  for (int i = 0; i < node.num_outputs(); ++i)
    out[callees.site.outputs[i].index] = Prebound(*scope, {node.id(), i});
  if (std::any_of(out.begin(), out.end(), [](int32_t slot) { return slot < 0; })) out.clear();
  const std::vector<BodyCall> calls = BodyCallsOf(scope, node, callees, InputSlots(scope, node));
  const std::vector<int32_t> results = LowerBody(scope, node, calls[0], out);
  for (int i = 0; i < node.num_outputs(); ++i) {
    int32_t& slot = SlotRef(scope, {node.id(), i});
    if (slot < 0) slot = results[callees.site.outputs[i].index];
  }
}

// The values of a loop that change, each in a slot that begins as its input. What the body gives
// back as it got it is the input's slot itself.
std::vector<CarriedValue> Lowering::CarriedValues(Scope* scope, const Node& node,
                                                  const Callees& callees) {
  std::vector<CarriedValue> values;
  for (const CallSite::Carried& carried : callees.site.carried) {
    if (StaysTheSame(callees, carried)) continue;
    int output = 0;
    while (output < node.num_outputs() && callees.site.outputs[output].index != carried.input)
      ++output;
    const bool is_output = output < node.num_outputs();
    const int32_t slot = is_output ? OutputSlot(scope, node, output) : writer_.NewSlot();
    const Endpoint input = node.inputs()[carried.input];
    const DataType dtype = BaseType(scope->graph->node(input.node).output_type(input.port));
    writer_.OwnsMemory(
        slot, dtype,
        SizeOf(dtype, is_output ? ShapeOf(*scope, {node.id(), output}) : PartialTensorShape()));
    values.push_back({carried.input, carried.result, slot});
  }
  return values;
}

// Both functions stand between the begin of the loop and the jump back, the condition first:
//
//       c = input                 a view, for each value that is carried
//       begin
//    -> condition(c)              a bool
//       jump behind unless it is true
//       body(c)                   results r
//       back                      c becomes r, and on to ->
//
// Behind it the outputs are what is in c. What is invariant is the input's slot, so nothing copies
// it.
void Lowering::LowerLoop(Scope* scope, const Node& node, const Callees& callees) {
  const StepOrigin origin{scope->id, node.id()};
  std::vector<int32_t> inputs = InputSlots(scope, node);
  const std::vector<CarriedValue> values = CarriedValues(scope, node, callees);
  for (const CarriedValue& value : values) {
    Step view;
    view.kind = StepKind::kAlias;
    view.a = std::exchange(inputs[value.input], value.slot);
    view.c = value.slot;
    writer_.AddAliasing(view, {view.a}, view.c, origin);
  }
  const int32_t loop = writer_.BeginLoop(origin);
  std::vector<BodyCall> calls = BodyCallsOf(scope, node, callees, inputs);
  for (BodyCall& call : calls) call.loop = loop;
  Step test;
  test.kind = StepKind::kJumpIfFalse;
  test.b = LowerBody(scope, node, calls[0], {})[0];
  writer_.Use(test.b);
  const int to_end = writer_.Add(test, origin);
  const std::vector<int32_t> results = LowerBody(scope, node, calls[1], {});
  std::vector<int32_t> carried, next;
  for (const CarriedValue& value : values) {
    carried.push_back(value.slot);
    next.push_back(results[value.result]);
  }
  writer_.EndLoop(loop, carried, next, origin);
  writer_.EndJump(to_end);
  for (int i = 0; i < node.num_outputs(); ++i) {
    int32_t& slot = SlotRef(scope, {node.id(), i});
    if (slot < 0) slot = inputs[callees.site.outputs[i].index];
  }
}

std::vector<int32_t> Lowering::LowerBody(Scope* scope, const Node& node, const BodyCall& call,
                                         const std::vector<int32_t>& out) {
  if (parts_->ShouldInline(*call.body)) return InlineBody(scope, node, call, out);
  const FunctionBody& body = *call.body;
  std::vector<int32_t> results = out;
  for (size_t i = results.size(); i < body.rets.size(); ++i) results.push_back(writer_.NewSlot());
  for (size_t i = 0; i < results.size(); ++i) {
    const Endpoint ret = body.rets[i];
    const DataType dtype = body.ret_types[i];
    writer_.OwnsMemory(results[i], dtype,
                       SizeOf(dtype, body.graph.node(ret.node).output_shape(ret.port)));
  }
  writer_.AddCall(parts_->FunctionProgram(call.body), call.args, results, {scope->id, node.id()},
                  call.loop);
  return results;
}

std::vector<int32_t> Lowering::InlineBody(Scope* outer, const Node& node, const BodyCall& call,
                                          const std::vector<int32_t>& out) {
  const std::shared_ptr<const FunctionBody>& body = call.body;
  bodies_.push_back(body);
  Scope scope = MakeScope(body->graph, body.get(), outer->id, body->name, &node);
  writer_.program()->scopes[scope.id].loop = call.loop;
  scope.shapes = body_shapes_.Infer(body, call.facts)->facts.get();
  scope.where = absl::StrCat(InCallOf(body->name, node.name()), outer->where);
  absl::flat_hash_set<Endpoint> fed;
  for (size_t i = 0; i < body->args.size(); ++i) {
    const Endpoint arg{body->args[i], 0};
    fed.insert(arg);
    SlotRef(&scope, arg) = call.args[i];
  }
  for (size_t i = 0; i < out.size(); ++i) {
    const Endpoint ret = SourceOf(*body, static_cast<int>(i));
    if (!fed.contains(ret)) scope.prebound.try_emplace(ret, out[i]);
  }
  const Needs needs = NeedsOf(scope, {body->rets, BodyRoots(*body, parts_->state())}, fed);
  LowerNodes(&scope, needs.nodes);
  std::vector<int32_t> results;
  for (size_t i = 0; i < body->rets.size(); ++i) {
    const int32_t slot = SlotRef(&scope, body->rets[i]);
    if (out.empty() || slot == out[i]) {
      results.push_back(slot);
      continue;
    }
    Step step;
    step.kind = StepKind::kAlias;
    step.a = slot;
    step.c = out[i];
    writer_.AddAliasing(step, {slot}, out[i], {outer->id, node.id()});
    results.push_back(out[i]);
  }
  return results;
}

}  // namespace

void LowerGraph(const Graph& graph, const ProgramInterface& interface, ModelParts* parts,
                Program* program) {
  Lowering(parts, program).Run(graph, interface);
}

void LowerPendingFunctions(ModelParts* parts) {
  for (auto [body, program] = parts->TakePendingFunction(); body != nullptr;
       std::tie(body, program) = parts->TakePendingFunction()) {
    ProgramInterface interface;
    for (int arg : body->args) interface.args.push_back({arg, 0});
    interface.optional_args.assign(body->args.size(), false);
    interface.rets = body->rets;
    interface.nodes = BodyRoots(*body, parts->state());
    interface.key = body.get();
    interface.function = body->name;
    LowerGraph(body->graph, interface, parts, program);
  }
}

}  // namespace opgraft
