// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/model_view/model_text.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/types/printable.h"

namespace opgraft_internal {
namespace {

std::string InputNames(const std::vector<ModelView::Input>& inputs) {
  return absl::StrJoin(inputs, ", ", [](std::string* out, const ModelView::Input& input) {
    absl::StrAppend(out, Printable(input.name));
  });
}

std::string AttrsText(const ModelView::NodeView& node) {
  if (node.attrs.empty()) return "";
  return absl::StrCat("[",
                      absl::StrJoin(node.attrs, ", ",
                                    [](std::string* out, const auto& attr) {
                                      absl::StrAppend(out, Printable(attr.first), "=",
                                                      Printable(attr.second));
                                    }),
                      "]");
}

void WriteGraph(const ModelView::GraphView& graph, std::ostream& out) {
  const char* const indent = graph.function.empty() ? "" : "  ";
  if (!graph.function.empty()) {
    out << "function " << Printable(graph.function) << ": "
        << (graph.callers.empty() ? "called by no node"
                                  : Printable(absl::StrJoin(graph.callers, ", ")))
        << "\n";
  }
  for (const ModelView::NodeView& node : graph.nodes)
    out << indent << NodeText(graph, node) << "\n";
  if (!graph.results.empty()) out << indent << "returns " << InputNames(graph.results) << "\n";
}

}  // namespace

std::string NodeText(const ModelView::GraphView& graph, const ModelView::NodeView& node) {
  return absl::StrCat(
      Printable(graph.path), Printable(node.name), " = ", Printable(node.op), AttrsText(node), "(",
      InputNames(node.inputs), ")",
      node.outputs.empty() ? "" : absl::StrCat(" -> ", absl::StrJoin(node.outputs, ", ")),
      node.problem.empty() ? "" : absl::StrCat("  # ", Printable(node.problem)));
}

void WriteText(const ModelView& view, std::ostream& out) {
  for (const ModelView::GraphView& graph : view.graphs) WriteGraph(graph, out);
  for (const std::string& variable : view.variables)
    out << "variable " << Printable(variable) << "\n";
}

}  // namespace opgraft_internal
