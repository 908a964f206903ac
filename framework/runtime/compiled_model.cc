// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/compiled_model.h"

#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "framework/graph/v1_control_flow/raise_v1_control_flow.h"
#include "framework/graph/variables/state_index.h"
#include "framework/graph/variables/variables.h"
#include "framework/runtime/environment.h"
#include "framework/runtime/lowering.h"
#include "framework/runtime/model.h"
#include "framework/runtime/request_core.h"
#include "framework/runtime/signature_resolver.h"
#include "framework/types/out_of_memory.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

// FNV-1a over names and ops: the same in every process, unlike absl::Hash.
uint64_t Fingerprint(const Graph& graph) {
  uint64_t hash = 0xcbf29ce484222325;
  auto add = [&hash](absl::string_view text) {
    for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    hash = (hash ^ 0xff) * 0x100000001b3;
  };
  for (int id = 0; id < graph.num_nodes(); ++id) {
    add(graph.node(id).name());
    add(graph.node(id).op());
  }
  return hash;
}

std::string PortName(const Graph& graph, Endpoint e) {
  return graph.node(e.node).OutputName(e.port);
}

PortInfo MakePort(const Graph& graph, Endpoint e) {
  const Node node = graph.node(e.node);
  return {PortName(graph, e), BaseType(node.output_type(e.port)), node.output_shape(e.port)};
}

// The ports of tensors, by the names that the signature gives them.
std::vector<PortInfo> MakePorts(const Graph& graph, const std::vector<Endpoint>& tensors,
                                const std::vector<std::string>& names) {
  std::vector<PortInfo> ports;
  for (size_t i = 0; i < tensors.size(); ++i) {
    ports.push_back(MakePort(graph, tensors[i]));
    if (names.size() == tensors.size()) ports.back().name = names[i];
  }
  return ports;
}

// Runs look names up without it: "y:0" and "y" are one tensor, and one name of a port.
std::string WithoutPortZero(absl::string_view name) {
  return std::string(absl::StripSuffix(name, ":0"));
}

// The ports of a signature, and where runs find them by name. "y" finds "y:0", and the first of two
// outputs of one name.
void AddPorts(const Graph& graph, const Signature& signature, const ResolvedSignature& resolved,
              CompiledSignature* compiled) {
  compiled->inputs = MakePorts(graph, resolved.feeds, signature.feed_names);
  compiled->outputs = MakePorts(graph, resolved.fetches, signature.fetch_names);
  for (size_t i = 0; i < compiled->inputs.size(); ++i)
    compiled->input_index[WithoutPortZero(compiled->inputs[i].name)] = static_cast<int>(i);
  for (size_t i = 0; i < compiled->outputs.size(); ++i) {
    compiled->output_index.try_emplace(WithoutPortZero(compiled->outputs[i].name),
                                       static_cast<int>(i));
  }
}

// What the program of a signature is fed and gives, in the graph that it runs.
ProgramInterface InterfaceOf(const ResolvedSignature& resolved, const RaisedGraph& raised) {
  ProgramInterface interface;
  interface.args = raised.is_raised ? raised.feeds : resolved.feeds;
  interface.optional_args = resolved.optional_feeds;
  interface.rets = raised.is_raised ? raised.fetches : resolved.fetches;
  interface.nodes = raised.is_raised ? raised.nodes : resolved.nodes;
  interface.key = raised.is_raised ? &raised : nullptr;
  return interface;
}

// `base` runs where nothing had to be raised.
CompiledSignature CompileSignature(const Graph& base, const Signature& signature,
                                   const ResolvedSignature& resolved, const RaisedGraph& raised,
                                   ModelParts* parts) {
  CompiledSignature compiled;
  compiled.name = signature.name;
  AddPorts(base, signature, resolved, &compiled);
  if (raised.is_raised) parts->NoteOrigins(&raised, raised.origins);
  compiled.program = std::make_unique<Program>();
  if (!raised.status.ok()) return compiled;
  LowerGraph(raised.is_raised ? raised.graph : base, InterfaceOf(resolved, raised), parts,
             compiled.program.get());
  return compiled;
}

std::string InSignature(const Signature& signature) {
  return signature.name.empty() ? "" : absl::StrCat("; in signature '", signature.name, "'");
}

// The signatures that a model is to have, with what is wrong noted.
std::vector<ResolvedSignature> ResolveSignatures(const std::vector<Signature>& signatures,
                                                 const Graph& graph, ModelParts* parts) {
  std::vector<ResolvedSignature> all;
  for (const Signature& signature : signatures) {
    std::vector<absl::Status> problems;
    all.push_back(ResolveSignature(graph, parts->state(), signature, &problems));
    for (const absl::Status& problem : problems) parts->AddProblem(problem, InSignature(signature));
  }
  return all;
}

RaisedGraphs Raise(const Graph& graph, const std::vector<ResolvedSignature>& signatures) {
  std::vector<V1Roots> roots;
  for (const ResolvedSignature& signature : signatures)
    roots.push_back({signature.feeds, signature.fetches, signature.nodes});
  return RaiseV1ControlFlow(graph, roots);
}

absl::Status CompileSignatures(const std::vector<Signature>& signatures, ModelParts* parts,
                               Model* model) {
  const std::vector<ResolvedSignature> resolved =
      ResolveSignatures(signatures, model->graph, parts);
  const RaisedGraphs raised = Raise(model->graph, resolved);
  OPGRAFT_RETURN_IF_ERROR(parts->UseRaised(raised));
  for (size_t i = 0; i < signatures.size() && parts->MayGoOn(); ++i) {
    const Signature& signature = signatures[i];
    const int index = static_cast<int>(model->signatures.size());
    if (!model->signature_index.try_emplace(signature.name, index).second) {
      parts->AddProblem(absl::InvalidArgumentError(
                            absl::StrCat("two signatures have the name '", signature.name, "'")),
                        "");
    }
    if (!raised.graphs[i].status.ok())
      parts->AddProblem(raised.graphs[i].status, InSignature(signature));
    // What is found is compiled all the same: its kernels may be wrong, too.
    model->signatures.push_back(
        CompileSignature(raised.base, signature, resolved[i], raised.graphs[i], parts));
  }
  LowerPendingFunctions(parts);
  if (!parts->MayGoOn()) return absl::CancelledError("compiling was cancelled");
  parts->constant_steps()->ReleaseUnused();
  return parts->problems();
}

// What there is at an index that a caller gave; something empty beyond the last.
const CompiledSignature& SignatureAt(const Model& model, int i) {
  static const CompiledSignature* const none = [] {
    auto* signature = new CompiledSignature();
    signature->program = std::make_unique<Program>();
    return signature;
  }();
  return i >= 0 && i < static_cast<int>(model.signatures.size()) ? model.signatures[i] : *none;
}

const PortInfo& PortAt(const std::vector<PortInfo>& ports, int i) {
  static const PortInfo* const none = new PortInfo();
  return i >= 0 && i < static_cast<int>(ports.size()) ? ports[i] : *none;
}

}  // namespace

absl::StatusOr<CompiledModel> CompiledModel::Compile(const Graph& graph,
                                                     const CompileOptions& options) {
  return GuardMemory([&] { return CompileGraph(graph, options); });
}

namespace {

// What the options say of where a model runs, and what it may use.
void UseOptions(const CompileOptions& options, Model* model) {
  model->options = options;
  if (options.environment == nullptr) model->options.environment = Environment::Default();
  const std::shared_ptr<Environment>& environment = model->options.environment;
  model->constant_budget = std::make_shared<MemoryBudget>(
      options.limits.max_tensor_bytes, options.limits.max_total_bytes, environment->budget());
  model->device = environment->Device(std::max(1, options.num_threads));
  for (const std::string& folder : options.read_folders) model->files.AllowReading(folder);
}

void AddVariables(const GraphState& state, Model* model) {
  model->variables = state.variables;
  for (const VariableInfo& variable : model->variables) model->cells.push_back(variable.Cell());
  for (size_t v = 0; v < model->variables.size(); ++v)
    model->variable_index[model->variables[v].id] = static_cast<int>(v);
}

// Those that are asked for; without any, the one that follows from the graph.
std::vector<Signature> SignaturesOf(const CompileOptions& options, const Graph& graph,
                                    const StateIndex& state) {
  if (!options.signatures.empty()) return options.signatures;
  return {DefaultSignature(graph, state)};
}

}  // namespace

absl::StatusOr<CompiledModel> CompiledModel::CompileGraph(const Graph& graph,
                                                          const CompileOptions& options) {
  auto model = std::make_shared<Model>();
  model->graph = graph;
  UseOptions(options, model.get());
  model->fingerprint = Fingerprint(graph);
  OPGRAFT_ASSIGN_OR_RETURN(const std::shared_ptr<const GraphState> state, StateOf(graph));
  AddVariables(*state, model.get());
  const std::vector<Signature> signatures = SignaturesOf(options, graph, state->index);
  ModelParts parts(model.get(), &state->index);
  OPGRAFT_RETURN_IF_ERROR(CompileSignatures(signatures, &parts, model.get()));
  model->options.cancellation_manager = nullptr;
  return CompiledModel(std::move(model));
}

InferRequest CompiledModel::CreateRequest() const {
  try {
    return InferRequest(model_);
  } catch (const std::bad_alloc&) {
    return InferRequest(std::unique_ptr<RequestCore>());
  }
}

const Graph& CompiledModel::graph() const { return model_->graph; }
int CompiledModel::num_signatures() const { return static_cast<int>(model_->signatures.size()); }

const std::string& CompiledModel::signature_name(int signature) const {
  return SignatureAt(*model_, signature).name;
}
int CompiledModel::num_inputs(int signature) const {
  return static_cast<int>(SignatureAt(*model_, signature).inputs.size());
}
const std::string& CompiledModel::input_name(int i, int signature) const {
  return PortAt(SignatureAt(*model_, signature).inputs, i).name;
}
DataType CompiledModel::input_type(int i, int signature) const {
  return PortAt(SignatureAt(*model_, signature).inputs, i).dtype;
}
const PartialTensorShape& CompiledModel::input_shape(int i, int signature) const {
  return PortAt(SignatureAt(*model_, signature).inputs, i).shape;
}
int CompiledModel::num_outputs(int signature) const {
  return static_cast<int>(SignatureAt(*model_, signature).outputs.size());
}
const std::string& CompiledModel::output_name(int i, int signature) const {
  return PortAt(SignatureAt(*model_, signature).outputs, i).name;
}
DataType CompiledModel::output_type(int i, int signature) const {
  return PortAt(SignatureAt(*model_, signature).outputs, i).dtype;
}
const PartialTensorShape& CompiledModel::output_shape(int i, int signature) const {
  return PortAt(SignatureAt(*model_, signature).outputs, i).shape;
}
int CompiledModel::num_steps(int signature) const {
  return static_cast<int>(SignatureAt(*model_, signature).program->steps.size());
}
int CompiledModel::num_regions(int signature) const {
  return SignatureAt(*model_, signature).program->num_regions;
}

MemoryReport CompiledModel::memory(int signature) const {
  return signature >= 0 && signature < num_signatures() ? ReportMemory(*model_, signature)
                                                        : MemoryReport();
}

std::vector<std::string> CompiledModel::variables() const {
  std::vector<std::string> ids;
  for (const VariableInfo& variable : model_->variables) ids.push_back(variable.id);
  for (const VariablePlace& place : model_->opened_variables) ids.push_back(place.name);
  return ids;
}

}  // namespace opgraft
