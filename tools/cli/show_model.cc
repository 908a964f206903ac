// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <iostream>
#include <memory>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/functions/function_body.h"
#include "framework/graph/variables/variables.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/attr_value_summary.h"
#include "framework/types/printable.h"
#include "framework/types/status_macros.h"
#include "tools/cli/load_graph.h"
#include "tools/cli/options.h"
#include "tools/cli/subcommands.h"
#include "tools/model_view/node_path.h"
#include "tools/op_gen/kernel_lines.h"

namespace opgraft_internal {
namespace {

std::string Inputs(const Graph& graph, const Node& node) {
  std::vector<std::string> names;
  for (Endpoint input : node.inputs())
    names.push_back(graph.node(input.node).OutputName(input.port));
  for (int32_t input : node.control_inputs())
    names.push_back(absl::StrCat("^", graph.node(input).name()));
  return absl::StrJoin(names, ", ");
}

std::string Attrs(const Node& node) {
  std::vector<std::string> texts;
  for (const NodeAttrs::Entry& entry : node.attrs().entries()) {
    const auto value = node.attrs().WholeValue(entry, kMaxSummarizedBytes);
    texts.push_back(absl::StrCat(entry.first, "=", SummarizeAttrValue(*value)));
  }
  return texts.empty() ? "" : absl::StrCat("[", absl::StrJoin(texts, ", "), "]");
}

std::string OutputTypes(const Node& node) {
  std::vector<std::string> types;
  for (int i = 0; i < node.num_outputs(); ++i) {
    types.push_back(
        absl::StrCat(DataTypeString(node.output_type(i)), " ", node.output_shape(i).DebugString()));
  }
  return absl::StrJoin(types, ", ");
}

void PrintNodes(const Graph& graph, const std::string& indent) {
  for (int id = 0; id < graph.num_nodes(); ++id) {
    const Node node = graph.node(id);
    std::cout << indent << node.name() << " = " << node.op() << Attrs(node) << "("
              << Inputs(graph, node) << ")";
    if (node.num_outputs() > 0) std::cout << " -> " << OutputTypes(node);
    std::cout << "\n";
  }
}

absl::Status PrintText(const Graph& graph) {
  PrintNodes(graph, "");
  for (const std::string& name : graph.functions().FunctionNames()) {
    std::cout << "function " << Printable(name) << "\n";
    auto body = graph.functions().Instantiate(name, NodeAttrs());
    // A function with attrs of its own has a body for each caller.
    if (body.ok()) PrintNodes((*body)->graph, "  ");
  }
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<VariableInfo> variables, CollectVariables(graph));
  for (const VariableInfo& variable : variables) {
    std::cout << "variable " << Printable(variable.id) << ": " << DataTypeString(variable.type)
              << " " << variable.shape.DebugString()
              << (variable.has_init ? ", starts from its init" : ", starts from zeros") << "\n";
  }
  return absl::OkStatus();
}

std::string DotText(const std::string& text) {
  return absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"\"", "\\\""}, {"\n", "\\n"}});
}

const char* DotStyle(const Node& node) {
  switch (node.role()) {
    case OpRole::kConstant:
      return ", shape=box, style=filled, fillcolor=\"#eeeeee\"";
    case OpRole::kPlaceholder:
    case OpRole::kPlaceholderWithDefault:
      return ", style=filled, fillcolor=\"#cfe8ff\"";
    case OpRole::kRead:
    case OpRole::kAssign:
      return ", style=filled, fillcolor=\"#ffe3b3\"";
    default:
      return "";
  }
}

void PrintDot(const Graph& graph) {
  std::cout << "digraph model {\n  rankdir=TB;\n  node [shape=ellipse, fontname=\"sans-serif\", "
               "fontsize=10];\n"
               "  edge [fontname=\"sans-serif\", fontsize=8];\n";
  for (int id = 0; id < graph.num_nodes(); ++id) {
    const Node node = graph.node(id);
    std::cout << "  n" << id << " [label=\"" << DotText(absl::StrCat(node.name(), "\n", node.op()))
              << "\"" << DotStyle(node) << "];\n";
    for (Endpoint input : node.inputs()) {
      const Node source = graph.node(input.node);
      std::cout << "  n" << input.node << " -> n" << id << " [label=\""
                << DotText(absl::StrCat(DataTypeString(source.output_type(input.port)), " ",
                                        source.output_shape(input.port).DebugString()))
                << "\"];\n";
    }
    for (int32_t input : node.control_inputs())
      std::cout << "  n" << input << " -> n" << id << " [style=dashed];\n";
  }
  std::cout << "}\n";
}

}  // namespace

absl::Status ShowModel(const std::string& path, bool dot) {
  OPGRAFT_ASSIGN_OR_RETURN(const Graph graph, LoadGraph(path));
  if (!dot) return PrintText(graph);
  PrintDot(graph);
  return absl::OkStatus();
}

absl::Status ExplainNode(const std::string& path, const std::string& name) {
  OPGRAFT_ASSIGN_OR_RETURN(const Graph graph, LoadGraph(path));
  OPGRAFT_ASSIGN_OR_RETURN(const FoundNode found, FindNodeAt(graph, name));
  if (!NeedsKernel(found.node().role())) {
    std::cout << Printable(name) << " = " << found.node().op() << "\n  " << found.node().op() << " "
              << kIsPlanStep << "\n";
    return absl::OkStatus();
  }
  const KernelExplanation explanation = graph.registry().Explain(*found.node().Properties());
  std::cout << explanation.text;
  if (!explanation.text.empty() && explanation.text.back() != '\n') std::cout << "\n";
  return absl::OkStatus();
}

void AddExplain(CLI::App* app, Call* call) {
  struct Arguments {
    std::string model;
    std::string node;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* explain =
      app->add_subcommand("explain", "Say which kernel a node gets, and why no other one")
          ->group("Models");
  AddModel(explain, &arguments->model);
  explain->add_option("NODE", arguments->node, "name of a node")->required();
  explain->callback(
      [=] { call->action = [=] { return ExplainNode(arguments->model, arguments->node); }; });
}

void AddShow(CLI::App* app, Call* call) {
  struct Arguments {
    std::string model;
    bool dot = false;
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
  show->add_flag("--memory", arguments->memory,
                 "print how the model's memory is laid out: the peak, what reuse saves, and which "
                 "tensors share a region")
      ->excludes(dot);
  show->callback([=] {
    call->action = [=] {
      return arguments->memory ? ShowMemory(arguments->model)
                               : ShowModel(arguments->model, arguments->dot);
    };
  });
}

}  // namespace opgraft_internal
