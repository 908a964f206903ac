// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/reference/random_model.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "framework/graph/io/import.h"
#include "framework/graph/variables/state_index.h"
#include "framework/op/node_def_util.h"
#include "framework/op/op_def_util.h"
#include "framework/runtime/signature_resolver.h"
#include "framework/types/status_macros.h"
#include "google/protobuf/text_format.h"
#include "opgraft/proto/graph.pb.h"
#include "tests/reference/body_maker.h"
#include "tests/reference/random_tensor.h"

namespace opgraft {
namespace {

// F(n, x) is x bumped n times.
constexpr char kRecursiveFunctions[] = R"(
  function {
    signature { name: 'F' input_arg { name: 'n' type: DT_INT32 } input_arg { name: 'x' type: DT_FLOAT }
                output_arg { name: 'y' type: DT_FLOAT } }
    node_def { name: 'zero' op: 'Const' attr { key: 'dtype' value { type: DT_INT32 } }
               attr { key: 'value' value { tensor { dtype: DT_INT32 tensor_shape {} int_val: 0 } } } }
    node_def { name: 'more' op: 'Greater' input: 'n' input: 'zero:output:0' attr { key: 'T' value { type: DT_INT32 } } }
    node_def { name: 'if' op: 'If' input: 'more:z:0' input: 'n' input: 'x'
               attr { key: 'Tcond' value { type: DT_BOOL } }
               attr { key: 'Tin' value { list { type: DT_INT32 type: DT_FLOAT } } }
               attr { key: 'Tout' value { list { type: DT_FLOAT } } }
               attr { key: 'then_branch' value { func { name: 'F_then' } } }
               attr { key: 'else_branch' value { func { name: 'F_else' } } } }
    ret { key: 'y' value: 'if:output:0' }
  }
  function {
    signature { name: 'F_then' input_arg { name: 'n' type: DT_INT32 } input_arg { name: 'x' type: DT_FLOAT }
                output_arg { name: 'y' type: DT_FLOAT } }
    node_def { name: 'one' op: 'Const' attr { key: 'dtype' value { type: DT_INT32 } }
               attr { key: 'value' value { tensor { dtype: DT_INT32 tensor_shape {} int_val: 1 } } } }
    node_def { name: 'less' op: 'Sub' input: 'n' input: 'one:output:0' attr { key: 'T' value { type: DT_INT32 } } }
    node_def { name: 'bump' op: 'TestBump' input: 'x' attr { key: 'T' value { type: DT_FLOAT } } }
    node_def { name: 'again' op: 'F' input: 'less:z:0' input: 'bump:y:0' }
    ret { key: 'y' value: 'again:y:0' }
  }
  function {
    signature { name: 'F_else' input_arg { name: 'n' type: DT_INT32 } input_arg { name: 'x' type: DT_FLOAT }
                output_arg { name: 'y' type: DT_FLOAT } }
    ret { key: 'y' value: 'x' }
  })";

// Puts the recursive function in the place of its stand-in.
absl::Status MakeRecursive(const std::string& name, GraphDef* def) {
  FunctionDefLibrary made;
  const std::string text =
      absl::StrReplaceAll(kRecursiveFunctions, {{"'F", absl::StrCat("'", name)}});
  if (!google::protobuf::TextFormat::ParseFromString(text, &made))
    return absl::InternalError("no function library");
  FunctionDefLibrary* library = def->mutable_library();
  for (FunctionDef& function : *library->mutable_function()) {
    if (function.signature().name() == name) function = made.function(0);
  }
  *library->add_function() = made.function(1);
  *library->add_function() = made.function(2);
  return absl::OkStatus();
}

void AddFeeds(Sketch* s) {
  const DataType types[] = {DT_FLOAT,  DT_BOOL, DT_INT32, DT_FLOAT,
                            DT_STRING, DT_HALF, DT_INT64, DT_DOUBLE};
  const PartialTensorShape shapes[] = {
      {3}, ScalarShape(), {2, 3}, {-1}, {3}, {2, 1}, {-1, 3}, {4, 5, 2}, PartialTensorShape()};
  for (int i = s->choices().Below(4); i >= 0; --i) {
    const DataType dtype = s->choices().Of(types);
    const PartialTensorShape shape = s->choices().Of(shapes);
    s->Add(s->graph().Placeholder(absl::StrCat("x", i), dtype, shape), dtype, shape, 9);
  }
  s->Add(s->graph().Placeholder("flag", DT_BOOL, ScalarShape()), DT_BOOL, ScalarShape(), 1);
  const Tensor constant = RandomTensor(DT_FLOAT, {2, 3}, &s->choices());
  s->Add(s->graph().Const(constant), DT_FLOAT, constant.shape(), 6);
  if (!s->choices().OneIn(3)) return;
  const Typed other = *s->Pick([](const Typed& value) { return !value.shape.unknown_rank(); });
  s->Add(
      s->graph().Op("PlaceholderWithDefault", {other.value}, "optional", {{"shape", other.shape}}),
      other.dtype, other.shape, other.bound);
}

std::string RandomTensorName(const Graph& graph, Choices* choices) {
  const Node node = graph.node(choices->Below(graph.num_nodes()));
  return node.num_outputs() == 0 ? "" : node.OutputName(choices->Below(node.num_outputs()));
}

void AddUnlessThere(const std::string& name, std::vector<std::string>* names) {
  if (!name.empty() && std::find(names->begin(), names->end(), name) == names->end())
    names->push_back(name);
}

Signature RandomSignature(const Graph& graph, const StateIndex& state, Choices* choices) {
  Signature signature;
  for (const std::string& feed : DefaultSignature(graph, state).feeds) {
    if (!choices->OneIn(12)) signature.feeds.push_back(feed);
  }
  if (choices->OneIn(3)) AddUnlessThere(RandomTensorName(graph, choices), &signature.feeds);
  for (int i = choices->Below(5); i >= 0; --i)
    AddUnlessThere(RandomTensorName(graph, choices), &signature.fetches);
  if (choices->OneIn(3))
    signature.targets.push_back(graph.node(choices->Below(graph.num_nodes())).name());
  if (!choices->OneIn(3)) return signature;
  signature.sinks.emplace();
  for (int id = 0; id < graph.num_nodes(); ++id) {
    if (state.IsSink(graph.node(id)) && choices->OneIn(2))
      signature.sinks->push_back(graph.node(id).name());
  }
  return signature;
}

absl::StatusOr<Graph> RandomGraph(Choices* choices, int max_nodes) {
  Sketch sketch(choices);
  BodyMaker maker(choices, max_nodes);
  AddFeeds(&sketch);
  maker.Fill(&sketch, choices->Below(32), 0);
  maker.ReadTheRest(&sketch);
  OPGRAFT_ASSIGN_OR_RETURN(const Graph graph, sketch.graph().Build());
  // To write and read a file takes half the time that a graph takes to make.
  if (maker.recursive_functions().empty() && !choices->OneIn(4)) return graph;
  GraphDef def = graph.ToGraphDef();
  for (const std::string& name : maker.recursive_functions())
    OPGRAFT_RETURN_IF_ERROR(MakeRecursive(name, &def));
  // Files by hand do not always say that a function is stateful.
  if (choices->OneIn(2)) {
    for (FunctionDef& function : *def.mutable_library()->mutable_function()) {
      function.mutable_signature()->clear_is_stateful();
    }
  }
  return Graph::FromBytes(def.SerializeAsString(), ImportOptions());
}

}  // namespace

absl::StatusOr<RandomModel> MakeRandomModel(Choices* choices, int max_nodes) {
  RandomModel model;
  const int64_t inlined_steps[] = {4096, 0, 4096, 5};
  model.options.limits.max_inlined_steps = choices->Of(inlined_steps);
  // The reference runs every node in every run.
  model.options.fold_constants = false;
  const int num_signatures = choices->Below(3);
  OPGRAFT_ASSIGN_OR_RETURN(model.graph, RandomGraph(choices, max_nodes));
  OPGRAFT_ASSIGN_OR_RETURN(const StateIndex state, StateIndex::Make(model.graph));
  for (int i = 0; i < num_signatures; ++i) {
    Signature signature = RandomSignature(model.graph, state, choices);
    signature.name = absl::StrCat("s", i);
    model.options.signatures.push_back(std::move(signature));
  }
  model.signatures = model.options.signatures;
  if (model.signatures.empty()) model.signatures.push_back(DefaultSignature(model.graph, state));
  return model;
}

std::string ToString(const RandomModel& model) {
  std::string text =
      absl::StrCat("max_inlined_steps ", model.options.limits.max_inlined_steps, "\n");
  for (const Signature& signature : model.signatures) {
    absl::StrAppend(
        &text, "signature '", signature.name, "': feeds ", absl::StrJoin(signature.feeds, " "),
        "; fetches ", absl::StrJoin(signature.fetches, " "), "; targets ",
        absl::StrJoin(signature.targets, " "), "; sinks ",
        signature.sinks.has_value() ? absl::StrJoin(*signature.sinks, " ") : "all", "\n");
  }
  const GraphDef def = model.graph.ToGraphDef();
  for (const NodeDef& node : def.node()) absl::StrAppend(&text, SummarizeNodeDef(node), "\n");
  for (const FunctionDef& function : def.library().function()) {
    absl::StrAppend(&text, SummarizeOpDef(function.signature()), "\n");
    for (const NodeDef& node : function.node_def())
      absl::StrAppend(&text, "  ", SummarizeNodeDef(node), "\n");
    for (const auto& [name, value] : function.ret())
      absl::StrAppend(&text, "  return ", name, " = ", value, "\n");
  }
  return text;
}

}  // namespace opgraft
