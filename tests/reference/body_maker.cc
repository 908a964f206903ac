// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/reference/body_maker.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "tests/reference/node_recipes.h"
#include "tests/reference/random_tensor.h"

namespace opgraft {
namespace {

constexpr int kMaxVariables = 4;
constexpr int kMaxDepth = 3;
constexpr int64_t kMaxVariableElements = 64;
constexpr int64_t kMaxCarriedElements = 64;  // of a value whose shape a loop changes
constexpr int kMostTurns = 3;
constexpr int kMostNodes = 6;  // of a body, without those of bodies in it

bool Any(const Typed&) { return true; }

// An If takes any of these as its condition: TensorFlow's truth.
bool HasTruth(const Typed& value) { return value.shape.dims() > 0 || value.dtype != DT_HALF; }
bool IsFlag(const Typed& value) { return value.dtype == DT_BOOL && value.shape.dims() == 0; }
bool IsNumber(const Typed& value) { return value.dtype == DT_INT32 && value.shape.dims() == 0; }

}  // namespace

BodyMaker::BodyMaker(Choices* choices, int max_nodes) : choices_(choices), nodes_left_(max_nodes) {
  const DataType types[] = {DT_FLOAT, DT_FLOAT, DT_INT32, DT_STRING, DT_BOOL, DT_DOUBLE};
  const PartialTensorShape shapes[] = {{3}, ScalarShape(), {2, 3}, {3}, {-1}, {-1, 3}};
  const int count = choices_->Below(kMaxVariables + 1);
  for (int v = 0; v < count; ++v) {
    variables_.push_back({absl::StrCat("v", v), choices_->Of(types), choices_->Of(shapes)});
  }
  path_.may_read.assign(variables_.size(), true);
  path_.may_assign.assign(variables_.size(), true);
}

void BodyMaker::Fill(Sketch* s, int nodes, int depth) {
  for (int i = 0; i < nodes && nodes_left_ > 0; ++i) {
    --nodes_left_;
    AddNode(s, depth);
  }
}

void BodyMaker::AddNode(Sketch* s, int depth) {
  switch (choices_->Below(24)) {
    case 1:
    case 2:
      return AddRead(s);
    case 3:
    case 4:
      return AddAssign(s);
    case 5:
    case 6:
      return depth < kMaxDepth ? AddIf(s, depth) : AddEffect(s);
    case 7:
      return depth < kMaxDepth ? AddCall(s, depth) : AddControlEdge(s);
    case 8:
      return AddRecursion(s);
    case 9:
      return AddEffect(s);
    case 10:
    case 11:
      return AddControlEdge(s);
    case 12:
    case 13:
      return depth < kMaxDepth ? AddWhile(s, depth) : AddEffect(s);
    case 14:
      return depth < kMaxDepth ? AddCase(s, depth) : AddControlEdge(s);
    default: {
      const auto recipes = choices_->OneIn(2) ? MathRecipes() : ArrayRecipes();
      choices_->Of(recipes)(s);
    }
  }
}

void BodyMaker::AddRead(Sketch* s) {
  if (variables_.empty()) return;
  const int v = choices_->Below(static_cast<int>(variables_.size()));
  if (!path_.may_read[static_cast<size_t>(v)]) return;
  path_.may_read[static_cast<size_t>(v)] = false;
  AddRead(s, &variables_[static_cast<size_t>(v)]);
}

void BodyMaker::AddRead(Sketch* s, Variable* variable) {
  variable->is_read = true;
  is_stateful_ = touches_variables_ = true;
  const auto init = s->Pick([variable](const Typed& value) {
    return value.dtype == variable->dtype && variable->shape.Relaxes(value.shape) &&
           value.bound <= kMaxVariableElements;
  });
  Value read;
  if (init.has_value() && choices_->OneIn(2)) {
    read = s->graph().ReadValue(variable->id, init->value, variable->dtype, variable->shape);
  } else {
    read = s->graph().ReadValue(variable->id, variable->dtype, variable->shape);
  }
  s->Add(read, variable->dtype, variable->shape, kMaxVariableElements);
}

void BodyMaker::ReadTheRest(Sketch* s) {
  for (Variable& variable : variables_) {
    if (variable.is_assigned && !variable.is_read) AddRead(s, &variable);
  }
}

void BodyMaker::AddAssign(Sketch* s) {
  if (variables_.empty()) return;
  const auto v = static_cast<size_t>(choices_->Below(static_cast<int>(variables_.size())));
  Variable& variable = variables_[v];
  const auto value = s->Pick([&variable](const Typed& candidate) {
    return candidate.dtype == variable.dtype && variable.shape.IsCompatibleWith(candidate.shape) &&
           candidate.bound <= kMaxVariableElements;
  });
  if (!path_.may_assign[v] || !value.has_value()) return;
  path_.may_assign[v] = false;
  variable.is_assigned = is_stateful_ = touches_variables_ = true;
  const Value assigned = s->graph().Assign(variable.id, value->value);
  if (choices_->OneIn(3)) s->Add(assigned, value->dtype, value->shape, value->bound);
}

std::vector<Typed> BodyMaker::PickArgs(Sketch* s) {
  std::vector<Typed> args;
  for (int i = choices_->Below(4); i > 0; --i) args.push_back(*s->Pick(Any));
  return args;
}

BodyMaker::Body BodyMaker::MakeBody(const std::vector<Typed>& args, int most_nodes, int depth) {
  Body body{Sketch(choices_), {}};
  for (size_t i = 0; i < args.size(); ++i) {
    Typed arg = args[i];
    arg.value = body.sketch.graph().Arg(absl::StrCat("a", i), arg.dtype);
    arg.is_node = false;
    body.sketch.Add(arg);
  }
  const Tensor constant = RandomTensor(DT_FLOAT, {3}, choices_);
  body.sketch.Add(body.sketch.graph().Const(constant), DT_FLOAT, constant.shape(), 3);
  const bool outer_stateful = std::exchange(is_stateful_, false);
  const bool outer_touches = std::exchange(touches_variables_, false);
  Fill(&body.sketch, choices_->Below(most_nodes + 1), depth + 1);
  body.is_stateful = is_stateful_;
  body.touches_variables = touches_variables_;
  is_stateful_ |= outer_stateful;
  touches_variables_ |= outer_touches;
  return body;
}

void BodyMaker::PickResults(int count, Body* body) {
  for (int i = 0; i < count; ++i) body->results.push_back(*body->sketch.Pick(Any));
}

// Results of the types of the other branch's.
void BodyMaker::MatchResults(const Body& other, Body* body) {
  for (const Typed& wanted : other.results) {
    auto found =
        body->sketch.Pick([&wanted](const Typed& value) { return value.dtype == wanted.dtype; });
    if (!found.has_value()) {
      const Tensor constant =
          RandomTensor(wanted.dtype, RandomShape(wanted.shape, choices_), choices_);
      body->sketch.Add(body->sketch.graph().Const(constant), wanted.dtype, constant.shape(), 0);
      found = body->sketch.values().back();
    }
    body->results.push_back(*found);
  }
}

std::string BodyMaker::NewFunction(Sketch* s, Body* body) {
  const std::string name = absl::StrCat("fn", num_functions_++);
  for (size_t i = 0; i < body->results.size(); ++i) {
    body->sketch.graph().Return(absl::StrCat("r", i), body->results[i].value);
  }
  s->graph().Function(name, body->sketch.TakeGraph());
  return name;
}

void BodyMaker::Meet(const Path& other, Path* path) {
  for (size_t v = 0; v < other.may_read.size(); ++v) {
    path->may_read[v] = path->may_read[v] && other.may_read[v];
    path->may_assign[v] = path->may_assign[v] && other.may_assign[v];
  }
}

void BodyMaker::AddIf(Sketch* s, int depth) {
  auto condition = s->Pick(IsFlag);
  if (!condition.has_value() || choices_->OneIn(4)) condition = s->Pick(HasTruth);
  if (!condition.has_value()) return;
  const std::vector<Typed> args = PickArgs(s);
  const Path before = path_;
  Body then_body = MakeBody(args, kMostNodes, depth);
  const Path after_then = std::exchange(path_, before);
  Body else_body = MakeBody(args, kMostNodes, depth);
  Meet(after_then, &path_);
  PickResults(choices_->Below(3), &then_body);
  MatchResults(then_body, &else_body);

  const bool is_stateful = then_body.is_stateful || else_body.is_stateful;
  std::vector<Value> inputs;
  for (const Typed& arg : args) inputs.push_back(arg.value);
  std::vector<DataType> types;
  for (const Typed& result : then_body.results) types.push_back(result.dtype);
  const std::string then_name = NewFunction(s, &then_body), else_name = NewFunction(s, &else_body);
  const Value made = s->graph().Op(!is_stateful && choices_->OneIn(2) ? "StatelessIf" : "If",
                                   {condition->value, Input(inputs)}, "",
                                   {{"Tout", types},
                                    {"then_branch", FunctionName{then_name}},
                                    {"else_branch", FunctionName{else_name}}});
  for (size_t i = 0; i < types.size(); ++i) {
    s->Add(made[static_cast<int>(i)], types[i],
           then_body.results[i].shape.Join(else_body.results[i].shape),
           std::max(then_body.results[i].bound, else_body.results[i].bound));
  }
}

void BodyMaker::AddCase(Sketch* s, int depth) {
  const auto index = s->Pick(IsNumber);
  const std::vector<Typed> args = PickArgs(s);
  const Path before = path_;
  Path after = before;
  std::vector<Body> bodies;
  for (int b = choices_->Below(3); b >= 0; --b) {
    path_ = before;
    bodies.push_back(MakeBody(args, kMostNodes, depth));
    Meet(path_, &after);
  }
  path_ = after;
  PickResults(choices_->Below(3), &bodies[0]);
  for (size_t b = 1; b < bodies.size(); ++b) MatchResults(bodies[0], &bodies[b]);

  std::vector<Typed> results = bodies[0].results;
  std::vector<GraphBuilder> branches;
  for (Body& body : bodies) {
    for (size_t i = 0; i < results.size(); ++i) {
      body.sketch.graph().Return(absl::StrCat("r", i), body.results[i].value);
      results[i].shape = results[i].shape.Join(body.results[i].shape);
      results[i].bound = std::max(results[i].bound, body.results[i].bound);
    }
    branches.push_back(body.sketch.TakeGraph());
  }
  std::vector<GraphBuilder::CasePort> inputs;
  for (size_t i = 0; i < args.size(); ++i)
    inputs.push_back({args[i].value, {bodies.size(), absl::StrCat("a", i)}});
  std::vector<GraphBuilder::CaseResult> outputs;
  for (size_t i = 0; i < results.size(); ++i)
    outputs.emplace_back(bodies.size(), absl::StrCat("r", i));
  const std::vector<Value> made =
      s->graph().Case(index.has_value() ? index->value : s->Int(choices_->Below(4)),
                      std::move(branches), inputs, outputs, absl::StrCat("fn", num_functions_++));
  for (size_t i = 0; i < results.size(); ++i)
    s->Add(made[i], results[i].dtype, results[i].shape, results[i].bound);
}

std::vector<Typed> BodyMaker::PickLoopValues(Sketch* s) {
  const auto number = s->Pick(IsNumber);
  Value limit = s->Int(choices_->Below(kMostTurns + 1));
  if (number.has_value() && choices_->OneIn(2))
    limit = s->graph().Op("Minimum", {number->value, s->Int(kMostTurns)});
  std::vector<Typed> values = {{s->Int(0), DT_INT32, ScalarShape(), 1},
                               {limit, DT_INT32, ScalarShape(), 1}};
  for (const Typed& arg : PickArgs(s)) {
    values.push_back(arg);
    if (!choices_->OneIn(8)) continue;  // import may know more than we do, and refuse the graph
    values.back().shape = PartialTensorShape();
    values.back().bound = std::max(arg.bound, kMaxCarriedElements);
  }
  return values;
}

// The iterations of a loop have its variables to themselves, and one that they assign is read among
// them.
std::pair<BodyMaker::Body, BodyMaker::Body> BodyMaker::MakeLoopBodies(
    const std::vector<Typed>& values, int depth) {
  const Path before = path_;
  const auto is_free = [](const Path& path, size_t v) {
    return path.may_read[v] && path.may_assign[v];
  };
  for (size_t v = 0; v < variables_.size(); ++v)
    path_.may_read[v] = path_.may_assign[v] = is_free(before, v);
  Body condition = MakeBody(values, 2, depth);
  Body body = MakeBody(values, kMostNodes, depth);
  for (size_t v = 0; v < variables_.size(); ++v) {
    const bool is_assigned = is_free(before, v) && !path_.may_assign[v];
    if (is_assigned && !variables_[v].is_read) AddRead(&body.sketch, &variables_[v]);
    const bool is_touched = is_free(before, v) && !is_free(path_, v);
    path_.may_read[v] = before.may_read[v] && !is_touched;
    path_.may_assign[v] = before.may_assign[v] && !is_touched;
  }
  return {std::move(condition), std::move(body)};
}

void BodyMaker::PickNextValues(const std::vector<Typed>& values, Body* body) {
  for (size_t i = 2; i < values.size(); ++i) {
    const Typed& value = values[i];
    body->results.push_back(*body->sketch.Pick([&value](const Typed& next) {
      return next.dtype == value.dtype && value.shape.Relaxes(next.shape) &&
             next.bound <= value.bound;
    }));
  }
}

void BodyMaker::AddWhile(Sketch* s, int depth) {
  const std::vector<Typed> values = PickLoopValues(s);
  auto [condition, body] = MakeLoopBodies(values, depth);
  const auto argument = [](const Body& of, size_t i) { return of.sketch.values()[i].value; };
  GraphBuilder& asks = condition.sketch.graph();
  asks.Return("r", asks.Op("Less", {argument(condition, 0), argument(condition, 1)}));
  PickNextValues(values, &body);
  GraphBuilder& turn = body.sketch.graph();
  turn.Return("i", turn.Op("AddV2", {argument(body, 0), body.sketch.Int(1)}));
  turn.Return("n", argument(body, 1));
  for (size_t i = 0; i < body.results.size(); ++i)
    turn.Return(absl::StrCat("r", i), body.results[i].value);

  std::vector<Value> inputs;
  for (const Typed& value : values) inputs.push_back(value.value);
  const std::vector<Value> made =
      s->graph().While(inputs, condition.sketch.TakeGraph(), body.sketch.TakeGraph(),
                       absl::StrCat("fn", num_functions_++));
  for (size_t i = 0; i < values.size(); ++i)
    s->Add(made[i], values[i].dtype, values[i].shape, values[i].bound);
}

void BodyMaker::AddCall(Sketch* s, int depth) {
  const std::vector<Typed> args = PickArgs(s);
  Body body = MakeBody(args, kMostNodes, depth);
  PickResults(choices_->Below(3), &body);
  const std::vector<Typed> results = body.results;
  const std::string name = NewFunction(s, &body);
  std::vector<Input> inputs;
  for (const Typed& arg : args) inputs.emplace_back(arg.value);
  const int calls = body.touches_variables ? 1 : 1 + choices_->Below(2);
  for (int call = 0; call < calls; ++call) {
    const Value made = s->graph().Op(name, inputs);
    for (size_t i = 0; i < results.size(); ++i) {
      s->Add(made[static_cast<int>(i)], results[i].dtype, results[i].shape, results[i].bound);
    }
  }
}

void BodyMaker::AddRecursion(Sketch* s) {
  const auto x = s->Pick([](const Typed& value) { return value.dtype == DT_FLOAT; });
  if (!x.has_value()) return;
  Sketch body(choices_);
  body.graph().Arg("n", DT_INT32);
  body.graph().Return("y", body.graph().Arg("x", DT_FLOAT));
  recursive_.push_back(absl::StrCat("fn", num_functions_++));
  s->graph().Function(recursive_.back(), body.TakeGraph());
  s->Add(s->graph().Op(recursive_.back(), {s->Int(choices_->Below(5)), x->value}), DT_FLOAT,
         x->shape, x->bound);
}

void BodyMaker::AddEffect(Sketch* s) {
  is_stateful_ = true;
  const auto condition = s->Pick(IsFlag);
  if (condition.has_value() && choices_->OneIn(8)) {
    s->graph().Op("Assert", {condition->value, Input({condition->value})});
  } else {
    s->graph().Op("TestEffect", {s->Pick(Any)->value});
  }
}

void BodyMaker::AddControlEdge(Sketch* s) {
  const auto is_node = [](const Typed& value) { return value.is_node; };
  const auto a = s->Pick(is_node), b = s->Pick(is_node);
  if (!a.has_value() || a->value.node() == b->value.node()) return;
  const bool in_order = a->value.node() < b->value.node();
  s->graph().AddControlInput(in_order ? b->value : a->value, in_order ? a->value : b->value);
}

}  // namespace opgraft
