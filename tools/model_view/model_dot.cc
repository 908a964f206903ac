// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/model_view/model_dot.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "framework/types/printable.h"

namespace opgraft_internal {
namespace {

constexpr size_t kMaxCallers = 5;  // named in a cluster's title
constexpr size_t kMaxLine = 24;  // characters of a name in a line, as far as its parts are shorter

std::string DotQuoted(absl::string_view text) {
  return absl::StrCat("\"", absl::StrReplaceAll(Printable(text), {{"\\", "\\\\"}, {"\"", "\\\""}}),
                      "\"");
}

// A long name as lines of whole parts: "a/long/scope/", "of/a/node".
std::vector<std::string> LinesOf(absl::string_view name) {
  std::vector<std::string> lines = {""};
  while (!name.empty()) {
    const absl::string_view part = name.substr(0, name.find('/') + 1);  // all, if there is none
    const absl::string_view next = part.empty() ? name : part;
    if (!lines.back().empty() && lines.back().size() + next.size() > kMaxLine) lines.emplace_back();
    absl::StrAppend(&lines.back(), next);
    name.remove_prefix(next.size());
  }
  return lines;
}

// A name, and below it another line.
std::string Label(absl::string_view name, const std::string& below) {
  std::vector<std::string> lines = LinesOf(name);
  lines.push_back(below);
  std::string label = "\"";
  for (const std::string& line : lines) {
    const std::string quoted = DotQuoted(line);
    absl::StrAppend(&label, label.size() == 1 ? "" : "\\n", quoted.substr(1, quoted.size() - 2));
  }
  return absl::StrCat(label, "\"");
}

// "n5" of the model's own graph, "f1_n5" of a function's.
std::string Id(size_t graph, int node) {
  return graph == 0 ? absl::StrCat("n", node) : absl::StrCat("f", graph, "_n", node);
}

const char* Style(absl::string_view kind) {
  constexpr std::pair<absl::string_view, const char*> kStyles[] = {
      {"problem", ", style=\"filled,rounded\", fillcolor=\"#ffd2cc\", color=\"#c0392b\""},
      {"constant", ", style=filled, fillcolor=\"#eeeeee\""},
      {"input", ", shape=ellipse, style=filled, fillcolor=\"#cfe8ff\""},
      {"state", ", shape=cylinder, style=filled, fillcolor=\"#ffe3b3\""},
      {"call", ", style=\"filled,rounded\", fillcolor=\"#e2d9f7\""},
  };
  for (const auto& [of_kind, style] : kStyles) {
    if (of_kind == kind) return style;
  }
  return "";
}

// An attr's text without the quotes of a string.
absl::string_view Unquoted(absl::string_view value) {
  if (absl::ConsumePrefix(&value, "\"")) absl::ConsumeSuffix(&value, "\"");
  return value;
}

// The op; of what reads or sets a variable also which.
std::string SecondLine(const ModelView::NodeView& node) {
  if (!node.problem.empty()) return absl::StrCat(node.op, " (?)");
  if (KindOf(node) == "state") {
    for (const auto& [name, value] : node.attrs) {
      if (name == "variable_id") return absl::StrCat(node.op, " ", Unquoted(value));
    }
  }
  return node.op;
}

class DotWriter {
 public:
  DotWriter(const ModelView& view, std::ostream& out) : view_(view), out_(out) {}

  void Write() {
    out_ << "digraph model {\n  rankdir=TB;\n  compound=true;\n"
            "  node [shape=box, style=rounded, margin=\"0.1,0.05\", fontname=\"sans-serif\", "
            "fontsize=10];\n"
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
    out_ << "  " << Id(g, id) << " [label=" << Label(node.name, SecondLine(node))
         << Style(KindOf(node));
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
