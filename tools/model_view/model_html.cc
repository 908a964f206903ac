// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/model_view/model_html.h"

#include <algorithm>
#include <map>
#include <vector>

#include "absl/strings/str_replace.h"
#include "framework/types/printable.h"
#include "nlohmann/json.hpp"
#include "tools/model_view/page_files.h"

namespace opgraft_internal {
namespace {

using Json = nlohmann::json;

// Such nodes stand behind one another, in a file maybe the last first.
constexpr int kMaxPasses = 4;

// Nodes that pass on nothing but constants: frozen graphs have one behind each of their constants.
std::vector<bool> PassOnConstants(const ModelView::GraphView& graph) {
  std::vector<bool> is_constant(graph.nodes.size());
  bool any = true;
  for (int pass = 0; any && pass < kMaxPasses; ++pass) {
    any = false;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
      const ModelView::NodeView& node = graph.nodes[i];
      if (is_constant[i] || !node.problem.empty() || node.role != OpRole::kPassOn) continue;
      is_constant[i] =
          std::all_of(node.inputs.begin(), node.inputs.end(), [&](const ModelView::Input& input) {
            if (input.node < 0 || input.is_control()) return false;
            const auto source = static_cast<size_t>(input.node);
            return graph.nodes[source].role == OpRole::kConstant || is_constant[source];
          });
      any = any || is_constant[i];
    }
  }
  return is_constant;
}

// Turns a view into the page's data. Keys are short: there is an object a node.
class DataMaker {
 public:
  Json Make(const ModelView& view, const std::string& title, const std::string& report) {
    Json graphs = Json::array();
    for (const ModelView::GraphView& graph : view.graphs) graphs.push_back(OfGraph(graph));
    Json variables = Json::array();
    for (const std::string& variable : view.variables) variables.push_back(Printable(variable));
    Json kernels = Json::array();
    for (const std::string* text : kernels_) kernels.push_back(PrintableLines(*text));
    return {{"title", Printable(title)},
            {"report", PrintableLines(report)},
            {"graphs", std::move(graphs)},
            {"variables", std::move(variables)},
            {"kernels", std::move(kernels)}};
  }

 private:
  Json OfGraph(const ModelView::GraphView& graph) {
    Json nodes = Json::array();
    const std::vector<bool> passes_on_constants = PassOnConstants(graph);
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
      const ModelView::NodeView& node = graph.nodes[i];
      const bool as_constant = passes_on_constants[i] && node.problem.empty();
      nodes.push_back(OfNode(node, as_constant ? "constant" : KindOf(node)));
    }
    Json callers = Json::array();
    for (const std::string& caller : graph.callers) callers.push_back(Printable(caller));
    return {{"function", Printable(graph.function)},
            {"path", Printable(graph.path)},
            {"callers", std::move(callers)},
            {"nodes", std::move(nodes)},
            {"results", OfInputs(graph.results)}};
  }

  Json OfNode(const ModelView::NodeView& node, absl::string_view kind) {
    Json json = {{"n", Printable(node.name)}, {"o", Printable(node.op)}, {"k", std::string(kind)}};
    if (!node.inputs.empty()) json["i"] = OfInputs(node.inputs);
    for (const auto& [name, value] : node.attrs)
      json["a"].push_back({Printable(name), Printable(value)});
    if (!node.outputs.empty()) json["t"] = node.outputs;
    for (const ModelView::Body& body : node.bodies)
      json["b"].push_back({Printable(body.label), Printable(body.function), body.graph});
    if (!node.problem.empty()) json["p"] = Printable(node.problem);
    if (!node.kernel.empty()) json["w"] = KernelIndex(node.kernel);
    return json;
  }

  // [node, port, name]: the name only where there is no such node.
  static Json OfInputs(const std::vector<ModelView::Input>& inputs) {
    Json json = Json::array();
    for (const ModelView::Input& input : inputs) {
      json.push_back({input.node, input.port});
      if (input.node < 0) json.back().push_back(Printable(input.name));
    }
    return json;
  }

  // Many nodes get their kernel for the same reasons.
  size_t KernelIndex(const std::string& text) {
    const auto [known, is_new] = kernel_index_.emplace(text, kernels_.size());
    if (is_new) kernels_.push_back(&known->first);
    return known->second;
  }

  std::map<std::string, size_t> kernel_index_;
  std::vector<const std::string*> kernels_;
};

std::string DataText(const ModelView& view, const std::string& title, const std::string& report) {
  return DataMaker()
      .Make(view, title, report)
      .dump(-1, ' ', /*ensure_ascii=*/true, Json::error_handler_t::replace);
}

std::string Escape(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}});
}

}  // namespace

void WriteData(const ModelView& view, std::ostream& out) { out << DataText(view, "", ""); }

void WriteHtml(const ModelView& view, const std::string& title, const std::string& report,
               std::ostream& out) {
  out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         // Nothing is fetched, whatever a model's names say.
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
         "'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>"
      << Escape(Printable(title)) << "</title>\n<style>" << PageStyle() << "</style>\n</head>\n"
      << PageBody()
      // '<' ends no script: no name can.
      << "<script type=\"application/json\" id=\"model\">"
      << absl::StrReplaceAll(DataText(view, title, report), {{"<", "\\u003c"}})
      << "</script>\n<script>" << PageScript() << "</script>\n</body>\n</html>\n";
}

}  // namespace opgraft_internal
