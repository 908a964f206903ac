// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/check_model.h"

#include <iostream>
#include <memory>
#include <set>
#include <utility>

#include "framework/op/op_registry.h"
#include "framework/runtime/compiled_model.h"
#include "framework/types/printable.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/graph.pb.h"
#include "tools/cli/load_graph.h"
#include "tools/cli/options.h"
#include "tools/cli/progress.h"
#include "tools/model_view/graph_file.h"
#include "tools/model_view/missing_ops.h"
#include "tools/model_view/problem_report.h"

namespace opgraft_internal {
namespace {

void PrintPort(const char* kind, const std::string& name, DataType type,
               const PartialTensorShape& shape) {
  std::cout << kind << Printable(name) << ": " << DataTypeString(type) << " " << shape.DebugString()
            << "\n";
}

void PrintPorts(const CompiledModel& model, int s) {
  if (!model.signature_name(s).empty())
    std::cout << "  signature " << Printable(model.signature_name(s)) << "\n";
  for (int i = 0; i < model.num_inputs(s); ++i)
    PrintPort("  input   ", model.input_name(i, s), model.input_type(i, s),
              model.input_shape(i, s));
  for (int i = 0; i < model.num_outputs(s); ++i) {
    PrintPort("  output  ", model.output_name(i, s), model.output_type(i, s),
              model.output_shape(i, s));
  }
}

void PrintSummary(const std::string& path, const CompiledModel& model) {
  const Graph& graph = model.graph();
  std::set<std::string> ops;
  for (int id = 0; id < graph.num_nodes(); ++id) ops.insert(graph.node(id).op());
  std::cout << path << ": no problem in " << CountOf(graph.num_nodes(), "node") << ", "
            << CountOf(static_cast<int64_t>(ops.size()), "op") << "\n";
  for (int s = 0; s < model.num_signatures(); ++s) PrintPorts(model, s);
  for (const std::string& id : model.variables())
    std::cout << "  state   " << Printable(id) << "\n";
}

// The graph of a file, and before it is made what the report of an error will need; null: the file
// does not parse.
absl::StatusOr<Graph> Import(const std::string& path, InputFile* file, const ImportOptions& options,
                             std::unique_ptr<MissingOps>* missing) {
  OPGRAFT_ASSIGN_OR_RETURN(ParsedGraph parsed, ParseModel(file, path, options));
  *missing = std::make_unique<MissingOps>(FindMissingOps(parsed.def(), *OpRegistry::Global()));
  if (parsed.def().node_size() == 0 && parsed.def().library().function_size() == 0)
    return absl::InvalidArgumentError("there is no node in it");
  return std::move(parsed).ImportOnce(options);
}

absl::StatusOr<CompiledModel> Compile(const absl::StatusOr<Graph>& graph) {
  OPGRAFT_RETURN_IF_ERROR(graph.status());
  CompileOptions options;
  options.fold_constants = false;
  return WithProgress("compiling", [&] { return CompiledModel::Compile(*graph, options); });
}

absl::Status CheckPrepared(const ModelArguments& arguments, bool* problems) {
  const auto compile = [&]() -> absl::StatusOr<CompiledModel> {
    OPGRAFT_ASSIGN_OR_RETURN(LoadedModel loaded, LoadModel(arguments));
    loaded.options.fold_constants = false;
    return CompiledModel::Compile(loaded.graph, loaded.options);
  };
  const absl::StatusOr<CompiledModel> model = compile();
  *problems = !model.ok();
  if (model.ok()) {
    PrintSummary(arguments.path, *model);
  } else {
    std::cout << ProblemReport(arguments.path, nullptr, model.status());
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckModel(const ModelArguments& arguments, bool* problems) {
  const std::string& path = arguments.path;
  if (IsPrepared(arguments)) return CheckPrepared(arguments, problems);
  OPGRAFT_ASSIGN_OR_RETURN(InputFile file, OpenModel(path));
  std::unique_ptr<MissingOps> missing;
  absl::StatusOr<CompiledModel> model;
  {
    const GraphProgress progress(path);  // gone before the report is printed
    model = Compile(Import(path, &file, progress.options(), &missing));
  }
  *problems = !model.ok();
  if (model.ok()) {
    PrintSummary(path, *model);
  } else {
    std::cout << ProblemReport(path, missing.get(), model.status());
  }
  return absl::OkStatus();
}

void AddCheck(CLI::App* app, Call* call) {
  auto model = std::make_shared<ModelArguments>();
  CLI::App* check =
      app->add_subcommand("check", "Report every problem of a model file")->group("Models");
  AddModel(check, model.get());
  AddSavedModel(check, model.get());
  check->footer("Exit code 1 if there is a problem.");
  check->callback([=] { call->action = [=] { return CheckModel(*model, &call->problems); }; });
}

}  // namespace opgraft_internal
