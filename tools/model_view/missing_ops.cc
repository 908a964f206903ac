// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/model_view/missing_ops.h"

#include <algorithm>
#include <tuple>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/functions/function_args.h"
#include "framework/graph/io/renamed_ops.h"
#include "tools/op_check/tensorflow_ops.h"

namespace opgraft_internal {
namespace {

// Finding the nearest name takes a look at every op.
constexpr size_t kMaxNearest = 100;

class Finder {
 public:
  Finder(const GraphDef& graph, const OpRegistry& ops) : graph_(graph), ops_(ops) {
    for (const FunctionDef& function : graph.library().function())
      functions_.emplace(function.signature().name(), &function);
  }

  MissingOps Find() {
    found_.graph_nodes = graph_.node_size();
    LookAt(graph_.node(), "");
    while (!to_do_.empty()) {
      const FunctionDef* function = to_do_.back();
      to_do_.pop_back();
      LookAt(function->node_def(), absl::StrCat(function->signature().name(), "/"));
    }
    return std::move(*this).Result();
  }

 private:
  void LookAt(const google::protobuf::RepeatedPtrField<NodeDef>& nodes, const std::string& prefix) {
    found_.nodes_seen += nodes.size();
    for (const NodeDef& node : nodes) {
      Enter(node.op());
      for (const auto& [name, value] : node.attr()) LookAt(value);
      const absl::string_view op = OpNameHere(node);
      const bool is_known = node.op().empty() || op == kArgOpName || functions_.contains(op) ||
                            ops_.Find(op) != nullptr;
      if (!is_known) Count(node, prefix);
    }
  }

  // A parser's limits bound how deep functions nest in attrs.
  void LookAt(const AttrValue& value) {
    if (value.has_func()) LookAt(value.func());
    for (const NameAttrList& function : value.list().func()) LookAt(function);
  }
  void LookAt(const NameAttrList& function) {
    Enter(function.name());
    for (const auto& [name, value] : function.attr()) LookAt(value);
  }

  // Looks at the function too, if there is one of this name.
  void Enter(const std::string& name) {
    const auto function = functions_.find(name);
    if (function == functions_.end() || !entered_.insert(function->second).second) return;
    to_do_.push_back(function->second);
  }

  void Count(const NodeDef& node, const std::string& prefix) {
    ++found_.nodes;
    MissingOp& missing = missing_[node.op()];
    if (missing.nodes++ > 0) return;
    missing.op = node.op();
    missing.here = std::string(OpNameHere(node));
    missing.first = absl::StrCat(prefix, node.name());
    missing.is_tensorflows = FindTensorFlowOp(node.op()) != nullptr;
    if (!missing.is_tensorflows && ++sought_ <= kMaxNearest)
      missing.nearest = ops_.Nearest(missing.here);
  }

  MissingOps Result() && {
    for (auto& [name, missing] : missing_) found_.ops.push_back(std::move(missing));
    std::sort(found_.ops.begin(), found_.ops.end(), [](const MissingOp& a, const MissingOp& b) {
      return std::tuple(!a.is_tensorflows, -a.nodes, absl::string_view(a.op)) <
             std::tuple(!b.is_tensorflows, -b.nodes, absl::string_view(b.op));
    });
    return std::move(found_);
  }

  const GraphDef& graph_;
  const OpRegistry& ops_;
  absl::flat_hash_map<absl::string_view, const FunctionDef*> functions_;
  absl::flat_hash_set<const FunctionDef*> entered_;
  std::vector<const FunctionDef*> to_do_;
  absl::flat_hash_map<std::string, MissingOp> missing_;
  size_t sought_ = 0;
  MissingOps found_;
};

}  // namespace

MissingOps FindMissingOps(const GraphDef& graph, const OpRegistry& ops) {
  return Finder(graph, ops).Find();
}

}  // namespace opgraft_internal
