// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/model_view/model_view.h"

#include <algorithm>
#include <memory>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/data/name_rules.h"
#include "framework/graph/functions/function_args.h"
#include "framework/graph/functions/function_body.h"
#include "framework/graph/functions/function_calls.h"
#include "framework/graph/variables/variables.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registry.h"
#include "framework/op/summarize_attr_value.h"
#include "framework/types/quoted.h"
#include "tools/op_gen/kernel_lines.h"

namespace opgraft_internal {
namespace {

using NodeView = ModelView::NodeView;
using GraphView = ModelView::GraphView;

// A function may call itself with other attrs each time.
constexpr size_t kMaxGraphs = 10'000;
constexpr const char kUnknownOp[] = "unknown op";

// The text behind an explanation's first line, which repeats the node.
std::string WithoutHeadline(const std::string& text) {
  const size_t end = text.find('\n');
  return end == std::string::npos ? "" : text.substr(end + 1);
}

class Viewer {
 public:
  Viewer(const GraphDef& def, const SoundGraph& sound, const ModelViewOptions& options)
      : def_(def), sound_(sound), options_(options) {
    for (const FunctionDef& function : def_.library().function())
      functions_.emplace(function.signature().name(), &function);
  }

  ModelView View() && {
    view_.graphs.emplace_back();
    to_do_.emplace_back();
    ViewMain();
    // Bodies are added as they are seen.
    for (size_t i = 1; i < view_.graphs.size(); ++i) ViewBody(i);
    AddUncalled();
    ViewVariables();
    return std::move(view_);
  }

 private:
  // What a view of a body is made from: the body, or else its text.
  struct Source {
    std::shared_ptr<const FunctionBody> body;
    const FunctionDef* def = nullptr;
  };

  void ViewMain() {
    for (int i = 0; i < def_.node_size(); ++i) names_.emplace(def_.node(i).name(), i);
    std::vector<NodeView> nodes;
    for (int i = 0; i < def_.node_size(); ++i) {
      nodes.push_back(sound_.Has(i) ? ViewNode(sound_.graph, i, 0) : ViewStandIn(i));
    }
    view_.graphs[0].nodes = std::move(nodes);
  }

  NodeView ViewNode(const Graph& graph, int id, size_t in_graph) {
    const Node node = graph.node(id);
    NodeView view;
    view.name = node.name();
    view.op = node.op();
    view.role = node.role();
    for (const NodeAttrs::Entry& entry : node.attrs().entries()) {
      view.attrs.emplace_back(
          entry.first, SummarizeAttrValue(*node.attrs().WholeValue(entry, kMaxSummarizedBytes)));
    }
    for (Endpoint input : node.inputs())
      view.inputs.push_back(
          {input.node, input.port, graph.node(input.node).OutputName(input.port)});
    for (int32_t input : node.control_inputs())
      view.inputs.push_back(
          {input, ModelView::Input::kControl, absl::StrCat("^", graph.node(input).name())});
    for (int i = 0; i < node.num_outputs(); ++i) {
      view.outputs.push_back(absl::StrCat(DataTypeString(node.output_type(i)), " ",
                                          node.output_shape(i).DebugString()));
    }
    ViewCalls(node, in_graph, &view);
    if (options_.kernels) view.kernel = WithoutHeadline(KernelText(node));
    return view;
  }

  void ViewCalls(const Node& node, size_t in_graph, NodeView* view) {
    if (!RunsBodies(node.role())) return;
    // The library of the whole graph remembers bodies, so each comes once.
    const absl::StatusOr<Callees> callees = CalleesOf(node, sound_.graph.functions());
    if (!callees.ok()) return;
    for (size_t i = 0; i < callees->bodies.size(); ++i) {
      const CallSite::Body& body = callees->site.bodies[i];
      view->bodies.push_back(
          {body.label, body.function,
           GraphOf({callees->bodies[i], nullptr}, in_graph, node.name(), body.label)});
    }
  }

  // A node of the text: `find` gives the node that an input names, or -1.
  template <typename FindInput>
  NodeView ViewText(const NodeDef& node, size_t in_graph, const FindInput& find) {
    NodeView view;
    view.name = node.name();
    view.op = node.op();
    for (const auto& [name, value] : node.attr())
      view.attrs.emplace_back(name, SummarizeAttrValue(value));
    std::sort(view.attrs.begin(), view.attrs.end());
    for (const std::string& input : node.input()) {
      const InputRef ref = ParseInputRef(input);
      view.inputs.push_back({find(ref.node), static_cast<int>(ref.port), input});
    }
    const auto function = functions_.find(node.op());
    if (function != functions_.end()) AddBody("", *function->second, in_graph, &view);
    for (const auto& [name, value] : node.attr()) {
      if (value.has_func()) AddBody(name, value.func(), in_graph, &view);
      for (int i = 0; i < value.list().func_size(); ++i)
        AddBody(absl::StrCat(name, "[", i, "]"), value.list().func(i), in_graph, &view);
    }
    return view;
  }

  void AddBody(const std::string& label, const NameAttrList& call, size_t in_graph,
               NodeView* view) {
    const auto function = functions_.find(call.name());
    if (function == functions_.end()) {
      view->bodies.push_back({label, call.name(), -1});
    } else {
      AddBody(label, *function->second, in_graph, view, AttrsOf(call));
    }
  }

  void AddBody(const std::string& label, const FunctionDef& function, size_t in_graph,
               NodeView* view, const NodeAttrs& attrs = NodeAttrs()) {
    const std::string& name = function.signature().name();
    const int graph = GraphOf(SourceOf(function, attrs), in_graph, view->name, label);
    view->bodies.push_back({label, name, graph});
  }

  // The body, if it is right; else the text.
  Source SourceOf(const FunctionDef& function, const NodeAttrs& attrs) const {
    auto body = sound_.graph.functions().Instantiate(function.signature().name(), attrs);
    if (body.ok()) return {*std::move(body), nullptr};
    return {nullptr, &function};
  }

  NodeView ViewStandIn(int i) {
    NodeView view = ViewText(def_.node(i), 0, [&](absl::string_view name) {
      const auto source = names_.find(name);
      return source == names_.end() ? -1 : source->second;
    });
    view.problem = sound_.problems[static_cast<size_t>(i)];
    const auto types = sound_.stand_in_types.find(i);
    if (types == sound_.stand_in_types.end()) return view;
    for (DataType type : types->second) {
      view.outputs.push_back(type == DT_INVALID ? "?"
                                                : absl::StrCat(DataTypeString(type), " <unknown>"));
    }
    return view;
  }

  // The view of a body: made when it is first called, and then told of its callers.
  int GraphOf(const Source& source, size_t in_graph, const std::string& node,
              const std::string& label) {
    const void* key = source.body != nullptr ? static_cast<const void*>(source.body.get())
                                             : static_cast<const void*>(source.def);
    const std::string& function =
        source.body != nullptr ? source.body->name : source.def->signature().name();
    const std::string caller = absl::StrCat(view_.graphs[in_graph].path, node);
    auto known = graphs_.find(key);
    if (known == graphs_.end()) {
      if (view_.graphs.size() >= kMaxGraphs) return -1;
      known = graphs_.emplace(key, view_.graphs.size()).first;
      view_.graphs.emplace_back();
      view_.graphs.back().function = function;
      view_.graphs.back().path = absl::StrCat(caller, "/", function, "/");
      to_do_.push_back(source);
    }
    view_.graphs[known->second].callers.push_back(
        absl::StrCat(label.empty() ? "" : absl::StrCat(label, " of "), Quoted(caller)));
    return static_cast<int>(known->second);
  }

  void ViewBody(size_t i) {
    const Source source = to_do_[i];
    if (source.body == nullptr) return ViewTextOf(*source.def, i);
    const Graph& graph = source.body->graph;
    std::vector<NodeView> nodes;
    for (int id = 0; id < graph.num_nodes(); ++id) nodes.push_back(ViewNode(graph, id, i));
    view_.graphs[i].nodes = std::move(nodes);
    for (Endpoint result : source.body->rets) {
      view_.graphs[i].results.push_back(
          {result.node, result.port, graph.node(result.node).OutputName(result.port)});
    }
  }

  // A body that is wrong, as it is written.
  void ViewTextOf(const FunctionDef& function, size_t i) {
    absl::flat_hash_map<std::string, int> names;
    std::vector<NodeView> nodes;
    for (const OpDef::ArgDef& arg : function.signature().input_arg()) {
      names.emplace(arg.name(), static_cast<int>(nodes.size()));
      nodes.emplace_back();
      nodes.back().name = arg.name();
      nodes.back().op = std::string(kArgOpName);
      nodes.back().role = OpRole::kArgument;
      nodes.back().outputs = {arg.type() == DT_INVALID ? "?" : DataTypeString(arg.type())};
    }
    for (const NodeDef& node : function.node_def())
      names.emplace(node.name(), static_cast<int>(names.size()));
    const auto find = [&](absl::string_view input) {
      const auto source = names.find(std::string(input.substr(0, input.find(':'))));
      return source == names.end() ? -1 : source->second;
    };
    for (const NodeDef& node : function.node_def()) {
      nodes.push_back(ViewText(node, i, find));
      const bool is_known =
          functions_.contains(node.op()) || OpRegistry::Global()->Find(node.op()) != nullptr;
      if (!is_known) nodes.back().problem = kUnknownOp;
    }
    for (const OpDef::ArgDef& result : function.signature().output_arg()) {
      const auto source = function.ret().find(result.name());
      if (source != function.ret().end())
        view_.graphs[i].results.push_back({find(source->second), 0, source->second});
    }
    view_.graphs[i].nodes = std::move(nodes);
  }

  // Functions that no node runs; those with attrs have a body for each caller only.
  void AddUncalled() {
    absl::flat_hash_set<absl::string_view> called;
    for (const GraphView& graph : view_.graphs) called.insert(graph.function);
    std::vector<const FunctionDef*> others;
    for (const FunctionDef& function : def_.library().function()) {
      if (!called.contains(function.signature().name())) others.push_back(&function);
    }
    for (const FunctionDef* function : others) {
      if (view_.graphs.size() >= kMaxGraphs) return;
      const size_t i = view_.graphs.size();
      view_.graphs.emplace_back();
      view_.graphs[i].function = function->signature().name();
      view_.graphs[i].path = absl::StrCat(function->signature().name(), "/");
      to_do_.push_back(SourceOf(*function, NodeAttrs()));
      graphs_.emplace(to_do_[i].body != nullptr ? static_cast<const void*>(to_do_[i].body.get())
                                                : static_cast<const void*>(function),
                      i);
      for (size_t k = i; k < view_.graphs.size(); ++k) ViewBody(k);
    }
  }

  void ViewVariables() {
    const auto variables = CollectVariables(sound_.graph);
    if (!variables.ok()) return;
    for (const VariableInfo& variable : *variables) {
      view_.variables.push_back(absl::StrCat(
          variable.id, ": ", DataTypeString(variable.type), " ", variable.shape.DebugString(),
          variable.has_init ? ", starts from its init" : ", starts from zeros"));
    }
  }

  const GraphDef& def_;
  const SoundGraph& sound_;
  const ModelViewOptions options_;
  ModelView view_;
  std::vector<Source> to_do_;  // by graph
  absl::flat_hash_map<const void*, size_t> graphs_;
  absl::flat_hash_map<absl::string_view, const FunctionDef*> functions_;
  absl::flat_hash_map<absl::string_view, int> names_;
};

}  // namespace

ModelView ViewModel(const GraphDef& def, const SoundGraph& sound, const ModelViewOptions& options) {
  return Viewer(def, sound, options).View();
}

absl::string_view KindOf(const NodeView& node) {
  if (!node.problem.empty()) return "problem";
  switch (node.role) {
    case OpRole::kConstant:
      return "constant";
    case OpRole::kPlaceholder:
    case OpRole::kPlaceholderWithDefault:
    case OpRole::kArgument:
      return "input";
    case OpRole::kRead:
    case OpRole::kAssign:
      return "state";
    default:
      return RunsBodies(node.role) ? "call" : "op";
  }
}

std::string KernelText(const Node& node) {
  if (!NeedsKernel(node.role()))
    return absl::StrCat(node.name(), " = ", node.op(), "\n  ", node.op(), " ", kIsPlanStep);
  const std::string text = KernelRegistry::Global()->Explain(*node.Properties()).text;
  return std::string(absl::StripSuffix(text, "\n"));
}

FoundView FindView(const ModelView& view, absl::string_view path) {
  for (const GraphView& graph : view.graphs) {
    const std::string by_function = absl::StrCat(graph.function, "/");
    for (absl::string_view prefix :
         {absl::string_view(graph.path), absl::string_view(by_function)}) {
      absl::string_view name = path;
      if (!graph.function.empty() && !absl::ConsumePrefix(&name, prefix)) continue;
      for (const NodeView& node : graph.nodes) {
        if (node.name == name) return {&graph, &node};
      }
    }
  }
  return {};
}

}  // namespace opgraft_internal
