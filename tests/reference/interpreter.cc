// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/reference/interpreter.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/kernel/standalone_kernel_call.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

bool Is(const Node& node, absl::string_view op) { return node.op() == op; }

std::string IdOf(const Node& node) {
  std::string id;
  return GetNodeAttr(node.attrs(), "variable_id", &id).ok() ? id : "";
}

// A scalar's value as a number; texts count as their length.
double Number(const Tensor& scalar) {
  switch (scalar.dtype()) {
    case DT_BOOL:
      return scalar.scalar<bool>()() ? 1 : 0;
    case DT_FLOAT:
      return static_cast<double>(scalar.scalar<float>()());
    case DT_DOUBLE:
      return scalar.scalar<double>()();
    case DT_INT32:
      return scalar.scalar<int32_t>()();
    case DT_INT64:
      return static_cast<double>(scalar.scalar<int64_t>()());
    case DT_UINT8:
      return scalar.scalar<uint8_t>()();
    default:
      return static_cast<double>(scalar.scalar<tstring>()().size());
  }
}

bool IsTrue(const Tensor& condition) {
  return condition.dims() > 0 ? condition.NumElements() > 0 : Number(condition) != 0;
}

// Which body of a branch is chosen.
size_t ChosenBody(const CallSite& site, const Tensor& condition) {
  if (site.condition.kind == CallSite::Condition::Kind::kTruth) return IsTrue(condition) ? 0 : 1;
  const auto index = static_cast<size_t>(condition.scalar<int32_t>()());
  return std::min(index, site.bodies.size() - 1);  // a negative one is a large one
}

// What a body is given of values that stand for the inputs of the node.
std::vector<Tensor> ArgsOf(const CallSite::Body& body, const std::vector<Tensor>& inputs) {
  std::vector<Tensor> args;
  for (const CallSite::Argument& arg : body.args)
    args.push_back(inputs[static_cast<size_t>(arg.input)]);
  return args;
}

absl::Status CheckFits(const VariableInfo& info, const Tensor& value) {
  if (value.dtype() == info.type && info.shape.IsCompatibleWith(value.shape()))
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("variable '", info.id, "' cannot be ", value.DebugString()));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Interpreter>> Interpreter::Make(Graph graph) {
  std::unique_ptr<Interpreter> made(new Interpreter(std::move(graph)));
  OPGRAFT_ASSIGN_OR_RETURN(made->infos_, CollectVariables(made->graph_));
  for (int id = 0; id < made->graph_.num_nodes(); ++id) {
    std::set<const FunctionBody*> visited;
    if (made->HoldsAssign(made->graph_.node(id), &visited)) made->assigning_.push_back(id);
  }
  return made;
}

absl::StatusOr<Interpreter::Result> Interpreter::Run(const Signature& signature,
                                                     const NamedValues& feeds,
                                                     const NamedValues& state) {
  state_ = state;
  assigned_.clear();
  staged_.clear();
  Scope scope;
  scope.graph = &graph_;
  OPGRAFT_RETURN_IF_ERROR(Feed(signature, feeds, &scope));
  OPGRAFT_RETURN_IF_ERROR(NeedRoots(signature, &scope));
  if (scope.is_feed_missing) return absl::InvalidArgumentError("a feed is missing");
  OPGRAFT_RETURN_IF_ERROR(Evaluate(&scope));
  Result result;
  for (const std::string& name : signature.fetches) {
    OPGRAFT_ASSIGN_OR_RETURN(const Endpoint fetch, graph_.FindTensor(name));
    result.outputs.push_back(ValueOf(fetch, scope));
  }
  result.assigned = std::move(assigned_);
  return result;
}

absl::Status Interpreter::Feed(const Signature& signature, const NamedValues& feeds,
                               Scope* scope) const {
  for (const std::string& name : signature.feeds) {
    OPGRAFT_ASSIGN_OR_RETURN(const Endpoint feed, graph_.FindTensor(name));
    scope->fed.emplace(feed.node, feed.port);
  }
  for (const auto& [name, value] : feeds) {
    OPGRAFT_ASSIGN_OR_RETURN(const Endpoint feed, graph_.FindTensor(name));
    if (scope->fed.count({feed.node, feed.port}) == 0)
      return absl::NotFoundError("not a feed of the signature");
    const Node node = graph_.node(feed.node);
    if (value.dtype() != BaseType(node.output_type(feed.port)) ||
        !node.output_shape(feed.port).IsCompatibleWith(value.shape())) {
      return absl::InvalidArgumentError(absl::StrCat("feed '", name, "' does not fit"));
    }
    OPGRAFT_ASSIGN_OR_RETURN((scope->given[{feed.node, feed.port}]), value.DeepCopy());
  }
  return absl::OkStatus();
}

absl::Status Interpreter::NeedRoots(const Signature& signature, Scope* scope) {
  for (const std::string& name : signature.fetches) {
    OPGRAFT_ASSIGN_OR_RETURN(const Endpoint fetch, graph_.FindTensor(name));
    NeedTensor(fetch, scope);
  }
  std::vector<std::string> nodes = signature.targets;
  if (signature.sinks.has_value())
    nodes.insert(nodes.end(), signature.sinks->begin(), signature.sinks->end());
  for (const std::string& name : nodes) {
    OPGRAFT_ASSIGN_OR_RETURN(const int node, graph_.FindTarget(name));
    NeedNode(node, scope);
  }
  if (!signature.sinks.has_value()) {
    for (int id : assigning_) NeedNode(id, scope);
  }
  return absl::OkStatus();
}

void Interpreter::NeedTensor(Endpoint tensor, Scope* scope) {
  const bool is_fed = scope->fed.count({tensor.node, tensor.port}) > 0;
  // The default is computed also where a feed takes its place.
  if (!is_fed || Is(scope->graph->node(tensor.node), "PlaceholderWithDefault"))
    return NeedNode(tensor.node, scope);
  if (scope->given.count({tensor.node, tensor.port}) == 0) scope->is_feed_missing = true;
}

void Interpreter::NeedNode(int id, Scope* scope) {
  if (!scope->needed.insert(id).second) return;
  const Node node = scope->graph->node(id);
  for (int32_t control : node.control_inputs()) NeedNode(control, scope);
  if (Is(node, "ReadValue") && state_.count(IdOf(node)) > 0) return;  // its init is not needed
  for (Endpoint input : node.inputs()) NeedTensor(input, scope);
}

absl::Status Interpreter::Evaluate(Scope* scope) {
  for (int32_t id : scope->graph->topological_order()) {
    if (scope->needed.count(id) == 0) continue;
    const Node node = scope->graph->node(id);
    std::vector<Tensor> inputs;
    const bool wants_inputs = !Is(node, "ReadValue") || state_.count(IdOf(node)) == 0;
    for (int i = 0; wants_inputs && i < node.num_inputs(); ++i)
      inputs.push_back(ValueOf(node.inputs()[i], *scope));
    OPGRAFT_ASSIGN_OR_RETURN(const std::vector<Tensor> results, ResultsOf(node, inputs, *scope));
    for (size_t port = 0; port < results.size(); ++port)
      scope->values[{id, static_cast<int>(port)}] = results[port];
  }
  return absl::OkStatus();
}

Tensor Interpreter::ValueOf(Endpoint tensor, const Scope& scope) {
  const Port port(tensor.node, tensor.port);
  const auto given = scope.given.find(port);
  return given != scope.given.end() ? given->second : scope.values.at(port);
}

Interpreter::Tensors Interpreter::ResultsOf(const Node& node, const std::vector<Tensor>& inputs,
                                            const Scope& scope) {
  if (Is(node, "Placeholder") || Is(node, "_Arg")) {
    if (scope.fed.count({node.id(), 0}) > 0) return std::vector<Tensor>();
    return absl::InvalidArgumentError("a Placeholder is not fed by the signature");
  }
  if (Is(node, "ReadValue")) return Read(node, inputs);
  if (Is(node, "Assign")) return Assign(node, inputs[0]);
  return RunsBodies(node.role()) ? RunBodies(node, inputs, scope) : CallKernel(node, inputs, scope);
}

Interpreter::Tensors Interpreter::Read(const Node& node, const std::vector<Tensor>& inputs) {
  const auto set = state_.find(IdOf(node));
  if (set != state_.end()) return std::vector<Tensor>{set->second};
  const VariableInfo& info = InfoOf(node);
  if (inputs.empty()) return std::vector<Tensor>{ZerosOf(info)};
  OPGRAFT_RETURN_IF_ERROR(CheckFits(info, inputs[0]));
  return inputs;
}

Interpreter::Tensors Interpreter::Assign(const Node& node, const Tensor& value) {
  OPGRAFT_RETURN_IF_ERROR(CheckFits(InfoOf(node), value));
  OPGRAFT_ASSIGN_OR_RETURN(assigned_[IdOf(node)], value.DeepCopy());
  staged_.insert(IdOf(node));
  return std::vector<Tensor>{value};
}

Interpreter::Tensors Interpreter::RunBodies(const Node& node, const std::vector<Tensor>& inputs,
                                            const Scope& scope) {
  auto known = callees_.find({scope.body, node.id()});
  if (known == callees_.end()) {
    OPGRAFT_ASSIGN_OR_RETURN(Callees made, CalleesOf(node, graph_.functions()));
    known = callees_.emplace(std::make_pair(scope.body, node.id()), std::move(made)).first;
  }
  const Callees& callees = known->second;
  if (node.role() == OpRole::kLoop) return RunLoop(callees, inputs);
  const size_t b = node.role() == OpRole::kBranch ? ChosenBody(callees.site, inputs[0]) : 0;
  return RunBody(*callees.bodies[b], ArgsOf(callees.site.bodies[b], inputs));
}

// Whiles: all values are carried.
Interpreter::Tensors Interpreter::RunLoop(const Callees& callees, std::vector<Tensor> values) {
  const std::set<std::string> outside = staged_;
  while (true) {
    OPGRAFT_ASSIGN_OR_RETURN(const std::vector<Tensor> goes_on,
                             RunBody(*callees.bodies[0], values));
    if (!IsTrue(goes_on[0])) return values;
    OPGRAFT_ASSIGN_OR_RETURN(values, RunBody(*callees.bodies[1], values));
    // The next iteration reads what this one assigned.
    for (const std::string& id : staged_) {
      if (outside.count(id) == 0) state_[id] = assigned_[id];
    }
    staged_ = outside;
  }
}

Interpreter::Tensors Interpreter::RunBody(const FunctionBody& body, absl::Span<const Tensor> args) {
  Scope scope;
  scope.graph = &body.graph;
  scope.body = &body;
  for (size_t i = 0; i < body.args.size(); ++i) {
    scope.fed.emplace(body.args[i], 0);
    scope.given[{body.args[i], 0}] = args[i];
  }
  for (Endpoint ret : body.rets) NeedTensor(ret, &scope);
  for (int id : body.control_rets) NeedNode(id, &scope);
  for (int id = 0; id < body.graph.num_nodes(); ++id) {
    if (HasEffects(body, id)) NeedNode(id, &scope);
  }
  OPGRAFT_RETURN_IF_ERROR(Evaluate(&scope));
  std::vector<Tensor> results;
  for (Endpoint ret : body.rets) results.push_back(ValueOf(ret, scope));
  return results;
}

Interpreter::Tensors Interpreter::CallKernel(const Node& node, const std::vector<Tensor>& inputs,
                                             const Scope& scope) {
  std::unique_ptr<OpKernel>& kernel = kernels_[{scope.body, node.id()}];
  if (kernel == nullptr) {
    OPGRAFT_ASSIGN_OR_RETURN(kernel, CreateOpKernel(graph_.registry(), node.Properties(), nullptr));
  }
  return RunKernel(kernel.get(), inputs);
}

Tensor Interpreter::ZerosOf(const VariableInfo& info) {
  Tensor zeros(info.type, info.zero_shape);
  if (info.type != DT_STRING && zeros.NumElements() > 0) {
    std::fill_n(static_cast<char*>(zeros.data()), zeros.tensor_data().size(), 0);
  }
  return zeros;
}

const VariableInfo& Interpreter::InfoOf(const Node& node) const {
  const std::string id = IdOf(node);
  return *std::find_if(infos_.begin(), infos_.end(),
                       [&id](const VariableInfo& info) { return info.id == id; });
}

bool Interpreter::HoldsAssign(const Node& node, std::set<const FunctionBody*>* visited) const {
  if (Is(node, "Assign")) return true;
  if (!RunsBodies(node.role())) return false;
  const auto callees = CalleesOf(node, graph_.functions());
  if (!callees.ok()) return false;
  for (const auto& body : callees->bodies) {
    if (!visited->insert(body.get()).second) continue;
    for (int id = 0; id < body->graph.num_nodes(); ++id) {
      if (HoldsAssign(body->graph.node(id), visited)) return true;
    }
  }
  return false;
}

bool Interpreter::HasEffects(const FunctionBody& body, int id) {
  const auto [known, is_new] = effects_.try_emplace({&body, id}, false);
  if (is_new) {
    const Node node = body.graph.node(id);
    std::set<const FunctionBody*> visited;
    const bool only_reads = Is(node, "ReadValue") || Is(node, "Placeholder") || Is(node, "_Arg");
    known->second = (node.is_stateful() && !only_reads) || HoldsAssign(node, &visited);
  }
  return known->second;
}

}  // namespace opgraft
