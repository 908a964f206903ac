// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <iostream>
#include <memory>

#include "absl/strings/str_cat.h"
#include "framework/kernel/registration_warnings.h"
#include "framework/op/op_registry.h"
#include "framework/types/out_of_memory.h"
#include "framework/types/printable.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/graph.pb.h"
#include "tools/cli/load_graph.h"
#include "tools/cli/load_model.h"
#include "tools/cli/options.h"
#include "tools/cli/subcommands.h"
#include "tools/model_view/graph_file.h"
#include "tools/model_view/missing_ops.h"
#include "tools/model_view/model_dot.h"
#include "tools/model_view/model_html.h"
#include "tools/model_view/model_text.h"
#include "tools/model_view/model_view.h"
#include "tools/model_view/node_path.h"
#include "tools/model_view/problem_report.h"
#include "tools/model_view/sound_graph.h"

namespace opgraft_internal {
namespace {

// A model to look at, right or wrong.
struct ShownModel {
  std::shared_ptr<const GraphDef> def;
  SoundGraph sound;
  std::string report;  // what is wrong with it; "" if nothing

  ModelView View(bool kernels) const { return ViewModel(*def, sound, {kernels}); }
};

// The graph of a file: as it stands there, or as it is made of a SavedModel or an IR.
absl::StatusOr<std::shared_ptr<const GraphDef>> ReadDef(const ModelArguments& arguments,
                                                        const ImportOptions& options) {
  const std::string& path = arguments.path;
  if (IsPrepared(arguments)) {
    OPGRAFT_ASSIGN_OR_RETURN(const LoadedModel loaded, LoadModel(arguments));
    return std::make_shared<const GraphDef>(loaded.graph.ToGraphDef());
  }
  OPGRAFT_ASSIGN_OR_RETURN(InputFile file, OpenModel(path));
  OPGRAFT_ASSIGN_OR_RETURN(ParsedGraph parsed, ParseModel(&file, path, options));
  const auto kept = std::make_shared<const ParsedGraph>(std::move(parsed));
  return std::shared_ptr<const GraphDef>(kept, &kept->def());
}

absl::StatusOr<ShownModel> Load(const ModelArguments& arguments, ImportOptions options) {
  options.map_constants = false;  // what is wrong is looked at in the message
  OPGRAFT_ASSIGN_OR_RETURN(std::shared_ptr<const GraphDef> def, ReadDef(arguments, options));
  if (IsPrepared(arguments)) options.warning = nullptr;  // told when the graph was made
  SoundGraph sound = ImportSound(*def, options);
  std::string report;
  if (!sound.status.ok()) {
    const MissingOps missing = FindMissingOps(*def, *OpRegistry::Global());
    report = ProblemReport(arguments.path, &missing, sound.status);
  }
  return ShownModel{std::move(def), std::move(sound), std::move(report)};
}

absl::StatusOr<ShownModel> Load(const ModelArguments& arguments) {
  const GraphProgress progress(arguments.path);
  return GuardMemory([&] { return Load(arguments, progress.options()); });
}

// A step of the plan has no kernel to tell of: the node as `show` prints it, and the functions that
// it runs, with the paths of their nodes.
std::string StepText(const FoundView& shown, const std::string& kernel) {
  std::string text =
      absl::StrCat(NodeText(*shown.graph, *shown.node), kernel.substr(kernel.find('\n')));
  for (const ModelView::Body& body : shown.node->bodies) {
    absl::StrAppend(&text, "\n  ", body.label.empty() ? "calls" : absl::StrCat(body.label, ":"),
                    " ", body.function, ", whose nodes are ", shown.graph->path, shown.node->name,
                    "/", body.function, "/NAME");
  }
  return text;
}

std::string ExplainText(const ShownModel& model, const std::string& path, const Node& node) {
  std::string kernel = KernelText(node);
  if (NeedsKernel(node.role())) return kernel;
  const ModelView view = model.View(/*kernels=*/false);
  const FoundView shown = FindView(view, path);
  return shown.node == nullptr ? kernel : StepText(shown, kernel);
}

// What is shown of a wrong model is shown all the same.
void TellProblems(absl::string_view report) {
  std::cout.flush();
  if (!report.empty()) std::cerr << "opgraft: " << report;
}

}  // namespace

absl::Status ShowModel(const ModelArguments& arguments, ShowFormat format) {
  OPGRAFT_ASSIGN_OR_RETURN(const ShownModel model, Load(arguments));
  const ModelView view = model.View(/*kernels=*/format == ShowFormat::kHtml);
  switch (format) {
    case ShowFormat::kText:
      WriteText(view, std::cout);
      break;
    case ShowFormat::kDot:
      WriteDot(view, std::cout);
      break;
    case ShowFormat::kHtml:
      WriteHtml(view, arguments.path, model.report, std::cout);
      break;
  }
  TellProblems(model.report);
  return absl::OkStatus();
}

absl::Status ExplainNode(const ModelArguments& arguments, const std::string& name) {
  OPGRAFT_ASSIGN_OR_RETURN(const ShownModel model, Load(arguments));
  const absl::StatusOr<FoundNode> found = FindNodeAt(model.sound.graph, name);
  if (found.ok() && (found->is_in_function || model.sound.Has(found->id))) {
    std::cout << PrintableLines(ExplainText(model, name, found->node())) << "\n";
  } else {
    // A node that is wrong, or of a function that is: as it is written.
    const ModelView view = model.View(/*kernels=*/false);
    const FoundView shown = FindView(view, name);
    if (shown.node == nullptr) return found.status();
    std::cout << NodeText(*shown.graph, *shown.node) << "\n";
  }
  TellProblems(model.report.substr(0, model.report.find('\n') + 1));
  return absl::OkStatus();
}

void AddExplain(CLI::App* app, Call* call) {
  struct Arguments {
    ModelArguments model;
    std::string node;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* explain =
      app->add_subcommand("explain", "Show which kernel a node gets, and why not another")
          ->group("Models");
  AddModel(explain, &arguments->model);
  explain
      ->add_option("NODE", arguments->node,
                   "name of a node; one in a function is call/function/node, as profile prints it")
      ->required();
  explain->callback(
      [=] { call->action = [=] { return ExplainNode(arguments->model, arguments->node); }; });
}

void AddShow(CLI::App* app, Call* call) {
  struct Arguments {
    ModelArguments model;
    bool dot = false;
    bool html = false;
    bool memory = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* show =
      app->add_subcommand("show", "Print a model: nodes, types, shapes, functions, variables")
          ->group("Models");
  AddModel(show, &arguments->model);
  CLI::Option* dot = show->add_flag("--dot", arguments->dot,
                                    "print a graph for Graphviz: "
                                    "opgraft show --dot m.pb | dot -Tsvg > m.svg");
  CLI::Option* html = show->add_flag("--html", arguments->html,
                                     "print a page to look at the model in a browser: "
                                     "opgraft show --html m.pb > m.html");
  html->excludes(dot);
  show->add_flag("--memory", arguments->memory,
                 "print how the model's memory is laid out: the peak, what reuse saves, and which "
                 "tensors share a region")
      ->excludes(dot)
      ->excludes(html);
  show->callback([=] {
    call->action = [=] {
      if (arguments->memory) return ShowMemory(arguments->model);
      const ShowFormat format = arguments->dot ? ShowFormat::kDot : ShowFormat::kText;
      return ShowModel(arguments->model, arguments->html ? ShowFormat::kHtml : format);
    };
  });
}

}  // namespace opgraft_internal
