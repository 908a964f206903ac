// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/function_export.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph_editor.h"
#include "framework/graph/functions/function_body.h"
#include "framework/graph/io/graph_export.h"
#include "opgraft/proto/function.pb.h"

namespace opgraft_internal {
namespace {

// Writes the nodes of one body.
class FunctionExporter {
 public:
  explicit FunctionExporter(const FunctionBody& body)
      : graph_(GraphEditor::DataOf(body.graph)), arg_names_(graph_.nodes.size()) {
    for (size_t i = 0; i < body.args.size(); ++i)
      arg_names_[static_cast<size_t>(body.args[i])] = body.arg_names[i];
  }

  bool IsArg(int id) const { return !arg_names_[static_cast<size_t>(id)].empty(); }

  // "arg" or "node:out:0".
  std::string InputText(Endpoint e) const {
    if (IsArg(e.node)) return arg_names_[static_cast<size_t>(e.node)];
    const std::string& name = graph_.node(e.node).name;
    for (const ArgRange& arg : graph_.node(e.node).types->output_args) {
      if (e.port >= arg.start && e.port < arg.limit)
        return absl::StrCat(name, ":", arg.name, ":", e.port - arg.start);
    }
    return name;
  }

  void WriteNode(int id, NodeDef* def) const {
    ExportNode(graph_, id, def);
    def->clear_input();
    for (const Endpoint& e : graph_.InputsOf(id)) *def->add_input() = InputText(e);
    for (const int32_t source : graph_.ControlsOf(id)) {
      *def->add_input() = absl::StrCat(
          "^", IsArg(source) ? arg_names_[static_cast<size_t>(source)] : graph_.node(source).name);
    }
  }

 private:
  const GraphData& graph_;
  std::vector<std::string> arg_names_;  // by node; "" of what is no argument
};

}  // namespace

FunctionDef ExportFunction(const OpDef& signature, const FunctionBody& body) {
  const FunctionExporter exporter(body);
  FunctionDef def;
  *def.mutable_signature() = signature;
  for (int id = 0; id < body.graph.num_nodes(); ++id) {
    if (!exporter.IsArg(id)) exporter.WriteNode(id, def.add_node_def());
  }
  for (int i = 0; i < signature.output_arg_size(); ++i) {
    (*def.mutable_ret())[signature.output_arg(i).name()] =
        exporter.InputText(body.rets[static_cast<size_t>(i)]);
  }
  return def;
}

}  // namespace opgraft_internal
