// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/model_view/model_dot.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "framework/types/printable.h"

namespace opgraft_internal {
namespace {

constexpr size_t kMaxCallers = 5;  // named in a cluster's title

std::string DotQuoted(absl::string_view text) {
  return absl::StrCat("\"", absl::StrReplaceAll(Printable(text), {{"\\", "\\\\"}, {"\"", "\\\""}}),
                      "\"");
}

// Of two lines.
std::string Label(absl::string_view first, absl::string_view second) {
  const std::string one = DotQuoted(first), two = DotQuoted(second);
  return absl::StrCat(one.substr(0, one.size() - 1), "\\n", two.substr(1));
}

// "n5" of the model's own graph, "f1_n5" of a function's.
std::string Id(size_t graph, int node) {
  return graph == 0 ? absl::StrCat("n", node) : absl::StrCat("f", graph, "_n", node);
}

const char* Style(absl::string_view kind) {
  constexpr std::pair<absl::string_view, const char*> kStyles[] = {
      {"problem", ", style=filled, fillcolor=\"#ffd2cc\", color=\"#c0392b\""},
      {"constant", ", shape=box, style=filled, fillcolor=\"#eeeeee\""},
      {"input", ", style=filled, fillcolor=\"#cfe8ff\""},
      {"state", ", style=filled, fillcolor=\"#ffe3b3\""},
      {"call", ", shape=box, style=\"filled,rounded\", fillcolor=\"#e2d9f7\""},
  };
  for (const auto& [of_kind, style] : kStyles) {
    if (of_kind == kind) return style;
  }
  return "";
}

class DotWriter {
 public:
  DotWriter(const ModelView& view, std::ostream& out) : view_(view), out_(out) {}

  void Write() {
    out_ << "digraph model {\n  rankdir=TB;\n  compound=true;\n"
            "  node [shape=ellipse, fontname=\"sans-serif\", fontsize=10];\n"
            "  edge [fontname=\"sans-serif\", fontsize=8];\n";
    for (size_t g = 0; g < view_.graphs.size(); ++g) WriteGraph(g);
    // Between clusters only now: an edge puts the nodes that it names where it stands.
    for (size_t g = 0; g < view_.graphs.size(); ++g) WriteCalls(g);
    out_ << "}\n";
  }

 private:
  void WriteGraph(size_t g) {
    const ModelView::GraphView& graph = view_.graphs[g];
    if (g > 0) {
      out_ << "  subgraph cluster_" << g << " {\n  label=" << DotQuoted(Title(graph))
           << ";\n  fontname=\"sans-serif\"; fontsize=10; style=rounded; color=\"#8a7fb5\";\n"
           << "  f" << g << " [shape=point, style=invis];\n";
    }
    for (size_t id = 0; id < graph.nodes.size(); ++id) WriteNode(g, static_cast<int>(id));
    for (size_t r = 0; r < graph.results.size(); ++r) WriteResult(g, r);
    if (g > 0) out_ << "  }\n";
  }

  // "then_branch of 'y', else_branch of 'z': add_z".
  static std::string Title(const ModelView::GraphView& graph) {
    std::vector<std::string> callers = graph.callers;
    if (callers.empty()) return graph.function;
    const size_t more = callers.size() > kMaxCallers ? callers.size() - kMaxCallers : 0;
    callers.resize(callers.size() - more);
    if (more > 0) callers.push_back(absl::StrCat(more, " more"));
    return absl::StrCat(absl::StrJoin(callers, ", "), ": ", graph.function);
  }

  void WriteNode(size_t g, int id) {
    const ModelView::NodeView& node = view_.graphs[g].nodes[static_cast<size_t>(id)];
    const std::string second = absl::StrCat(node.op, node.problem.empty() ? "" : " (?)");
    out_ << "  " << Id(g, id) << " [label=" << Label(node.name, second) << Style(KindOf(node));
    if (!node.problem.empty()) out_ << ", tooltip=" << DotQuoted(node.problem);
    out_ << "];\n";
    for (const ModelView::Input& input : node.inputs) {
      if (input.node < 0) continue;
      out_ << "  " << Id(g, input.node) << " -> " << Id(g, id);
      if (input.is_control()) {
        out_ << " [style=dashed];\n";
      } else {
        out_ << " [label=" << DotQuoted(TypeOf(g, input)) << "];\n";
      }
    }
  }

  // Of the tensor that an input is.
  std::string TypeOf(size_t g, const ModelView::Input& input) const {
    const auto& outputs = view_.graphs[g].nodes[static_cast<size_t>(input.node)].outputs;
    const auto port = static_cast<size_t>(input.port);
    return port < outputs.size() ? outputs[port] : "?";
  }

  void WriteResult(size_t g, size_t r) {
    const ModelView::Input& result = view_.graphs[g].results[r];
    out_ << "  f" << g << "_r" << r << " [label=\"result " << r << "\", shape=plaintext];\n";
    if (result.node >= 0)
      out_ << "  " << Id(g, result.node) << " -> f" << g << "_r" << r
           << " [label=" << DotQuoted(TypeOf(g, result)) << "];\n";
  }

  void WriteCalls(size_t g) {
    const ModelView::GraphView& graph = view_.graphs[g];
    for (size_t id = 0; id < graph.nodes.size(); ++id) {
      for (const ModelView::Body& body : graph.nodes[id].bodies) {
        if (body.graph < 0) continue;
        out_ << "  " << Id(g, static_cast<int>(id)) << " -> f" << body.graph << " [lhead=cluster_"
             << body.graph << ", style=dotted, color=\"#8a7fb5\", label=" << DotQuoted(body.label)
             << "];\n";
      }
    }
  }

  const ModelView& view_;
  std::ostream& out_;
};

}  // namespace

void WriteDot(const ModelView& view, std::ostream& out) { DotWriter(view, out).Write(); }

}  // namespace opgraft_internal
