// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/import_into.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/data/graph_editor.h"
#include "framework/graph/data/graph_versions.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/functions/call_checks.h"
#include "framework/graph/io/function_codec.h"
#include "framework/graph/io/graph_importer.h"
#include "framework/graph/io/parse_cost.h"
#include "framework/graph/io/resolved_options.h"
#include "framework/graph/variables/variables.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {

namespace {

// An editor of a copy of `graph` that knows the ops of the registry asked for.
absl::StatusOr<GraphEditor> EditorOf(const Graph& graph, const ImportOptions& options) {
  if (options.registry == nullptr || options.registry == graph.shared_registry())
    return GraphEditor(graph);
  if (graph.num_nodes() == 0 && graph.functions().num_functions() == 0)
    return GraphEditor(options.registry);
  return absl::InvalidArgumentError(
      "the graph to import into was made with another registry than the one given");
}

// A file's were counted before it was parsed; those of a message that is there, here.
absl::Status CheckSize(const GraphDef& def, const ImportLimits& limits) {
  ParseCost size;
  const auto count = [&size](const google::protobuf::RepeatedPtrField<NodeDef>& nodes) {
    size.nodes += nodes.size();
    for (const NodeDef& node : nodes) size.attrs += node.attr_size();
  };
  count(def.node());
  for (const FunctionDef& function : def.library().function()) count(function.node_def());
  size.functions = def.library().function_size();
  return CheckCounts(size, limits);
}

void AddFunctions(const GraphDef& def, const ImportLimits& limits, GraphData* data,
                  ProblemList* problems) {
  if (def.library().function_size() > 0) {
    data->versions.set_min_consumer(std::max(data->versions.min_consumer(), kFunctionsMinConsumer));
  }
  FunctionLibraryBuilder builder(data->functions, GraphFunctionCodec());
  builder.SetProducer(data->versions.producer());
  builder.SetLimits(limits);
  for (const FunctionDef& function : def.library().function()) {
    const absl::Status status = builder.Add(function);
    if (!status.ok()) problems->Add(-1, status.code(), status.message());
  }
  data->functions = builder.Build();
}

void AddUnknownFields(const google::protobuf::Message& from, google::protobuf::Message* to) {
  to->GetReflection()->MutableUnknownFields(to)->MergeFrom(
      from.GetReflection()->GetUnknownFields(from));
}

// What `from` has beside functions.
void MergeRest(const FunctionDefLibrary& from, FunctionDefLibrary* to) {
  to->mutable_gradient()->MergeFrom(from.gradient());
  to->mutable_registered_gradients()->MergeFrom(from.registered_gradients());
  AddUnknownFields(from, to);
}

// What `def` has beside nodes, functions and versions.
void KeepRest(const GraphDef& def, GraphData* data) {
  auto rest = std::make_shared<GraphDef>();
  if (data->rest != nullptr) *rest = *data->rest;
  if (def.has_debug_info()) rest->mutable_debug_info()->MergeFrom(def.debug_info());
  if (def.has_library()) MergeRest(def.library(), rest->mutable_library());
  AddUnknownFields(def, rest.get());
  data->rest = std::move(rest);
}

absl::Status NoSuchOutput(const TensorId& id, absl::string_view node, int num_outputs) {
  return absl::InvalidArgumentError(absl::StrCat("Invalid return output ", id.index, " of node ",
                                                 Quoted(node), ", which has ", num_outputs,
                                                 " output(s)"));
}

absl::StatusOr<Endpoint> ReturnTensor(const TensorId& id, const GraphData& graph,
                                      const GraphImporter& importer, ResolvedOptions* options) {
  if (const Endpoint* mapped = options->Mapped(id.node, id.index); mapped != nullptr) {
    const int outputs = graph.NumOutputs(mapped->node);
    const bool exists = mapped->port >= 0 && mapped->port < outputs;
    if (!exists)
      return NoSuchOutput({id.node, mapped->port}, graph.node(mapped->node).name, outputs);
    return *mapped;
  }
  const int node = importer.IdOf(id.node);
  if (node < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("Requested return tensor ", Quoted(id.ToString()), " not found in graph def"));
  }
  const bool exists = id.index >= 0 && id.index < graph.NumOutputs(node);
  if (!exists) return NoSuchOutput(id, id.node, graph.NumOutputs(node));
  return Endpoint{node, id.index};
}

absl::StatusOr<int> ReturnNode(const std::string& name, const GraphImporter& importer) {
  const int node = importer.IdOf(name);
  if (node >= 0) return node;
  return absl::InvalidArgumentError(
      absl::StrCat("Requested return node ", Quoted(name), " not found in graph def"));
}

absl::StatusOr<ImportGraphDefResults> MakeResults(const GraphData& graph,
                                                  const GraphImporter& importer,
                                                  ResolvedOptions* options) {
  ImportGraphDefResults results;
  for (const TensorId& key : options->UnusedKeys()) {
    if (!importer.Has(key)) results.missing_unused_input_map_keys.push_back(key);
  }
  for (const TensorId& id : options->get().return_tensors) {
    OPGRAFT_ASSIGN_OR_RETURN(const Endpoint endpoint, ReturnTensor(id, graph, importer, options));
    results.return_tensors.push_back(endpoint);
  }
  for (const std::string& name : options->get().return_nodes) {
    OPGRAFT_ASSIGN_OR_RETURN(const int node, ReturnNode(name, importer));
    results.return_nodes.push_back(node);
  }
  return results;
}

absl::Status Import(const GraphDef& def, ResolvedOptions* options, Graph* graph,
                    ImportGraphDefResults* results, const std::function<void()>& on_library_read) {
  const ImportLimits& limits = options->get().limits;
  OPGRAFT_RETURN_IF_ERROR(CheckGraphVersions(def.versions()));
  OPGRAFT_RETURN_IF_ERROR(CheckSize(def, limits));
  OPGRAFT_ASSIGN_OR_RETURN(GraphEditor editor, EditorOf(*graph, options->get()));
  ProblemList problems;
  MergeGraphVersions(def.versions(), &editor.data().versions);
  AddFunctions(def, limits, &editor.data(), &problems);
  KeepRest(def, &editor.data());
  if (on_library_read != nullptr) on_library_read();
  GraphImporter importer(options, def.node(), def.versions().producer(), &editor, &problems);
  OPGRAFT_RETURN_IF_ERROR(importer.AddNodes());
  const bool calls_are_fine = CheckCalls(
      editor.data(), importer.first_new_node(), [&](int id) { return importer.PlaceOf(id); },
      options->get().warning, &problems);
  OPGRAFT_RETURN_IF_ERROR(importer.InferShapes(calls_are_fine));
  OPGRAFT_RETURN_IF_ERROR(problems.ToStatus());
  OPGRAFT_ASSIGN_OR_RETURN(ImportGraphDefResults made,
                           MakeResults(editor.data(), importer, options));
  Graph imported = std::move(editor).Finish(importer.TakeOrder());
  OPGRAFT_RETURN_IF_ERROR(StateOf(imported).status());
  if (results != nullptr) *results = std::move(made);
  *graph = std::move(imported);
  return absl::OkStatus();
}

}  // namespace

absl::Status ImportInto(const ImportGraphDefOptions& options, const GraphDef& def,
                        const LargeContents* contents, Graph* graph, ImportGraphDefResults* results,
                        const std::function<void()>& on_library_read) {
  ResolvedOptions resolved(options, contents);
  OPGRAFT_RETURN_IF_ERROR(resolved.Resolve(*graph, results));
  return ExplainIfTooNew(Import(def, &resolved, graph, results, on_library_read),
                         def.versions().producer());
}

}  // namespace opgraft_internal
