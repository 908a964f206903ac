// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "saved_model/reachable.h"

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

namespace opgraft_internal {
namespace {

// The functions that nodes name: as ops, and in attrs.
class FunctionMarker {
 public:
  explicit FunctionMarker(const FunctionDefLibrary& library) {
    for (const FunctionDef& function : library.function())
      functions_.emplace(function.signature().name(), &function);
    for (const GradientDef& gradient : library.gradient())
      gradients_.emplace(gradient.function_name(), gradient.gradient_func());
  }

  void Mark(const NodeDef& node) {
    MarkFunction(node.op());
    for (const auto& attr : node.attr()) MarkAttr(attr.second);
  }
  // Marks what the marked ones need.
  void Finish() {
    while (!pending_.empty()) {
      const FunctionDef* const function = pending_.back();
      pending_.pop_back();
      for (const NodeDef& node : function->node_def()) Mark(node);
      const auto gradient = gradients_.find(function->signature().name());
      if (gradient != gradients_.end()) MarkFunction(gradient->second);
    }
  }
  bool IsMarked(const std::string& function) const { return marked_.contains(function); }

 private:
  void MarkFunction(const std::string& name) {
    const auto found = functions_.find(name);
    if (found != functions_.end() && marked_.insert(name).second) pending_.push_back(found->second);
  }
  void MarkAttr(const AttrValue& attr) {
    if (attr.has_func()) MarkNamed(attr.func());
    for (const NameAttrList& function : attr.list().func()) MarkNamed(function);
  }
  void MarkNamed(const NameAttrList& function) {
    MarkFunction(function.name());
    for (const auto& attr : function.attr()) MarkAttr(attr.second);
  }

  absl::flat_hash_map<std::string, const FunctionDef*> functions_;
  absl::flat_hash_map<std::string, std::string> gradients_;
  absl::flat_hash_set<std::string> marked_;
  std::vector<const FunctionDef*> pending_;
};

std::vector<bool> ReachableNodes(const GraphDef& def, const std::vector<std::string>& names) {
  absl::flat_hash_map<std::string, int> index;
  for (int i = 0; i < def.node_size(); ++i) index.emplace(def.node(i).name(), i);
  std::vector<bool> reached(static_cast<size_t>(def.node_size()), false);
  std::vector<int> pending;
  const auto reach = [&](const std::string& tensor) {
    const auto found = index.find(NodeOfTensor(tensor));
    if (found == index.end() || reached[static_cast<size_t>(found->second)]) return;
    reached[static_cast<size_t>(found->second)] = true;
    pending.push_back(found->second);
  };
  for (const std::string& name : names) reach(name);
  while (!pending.empty()) {
    const NodeDef& node = def.node(pending.back());
    pending.pop_back();
    for (const std::string& input : node.input()) reach(input);
  }
  return reached;
}

}  // namespace

std::string NodeOfTensor(const std::string& tensor) {
  const size_t begin = !tensor.empty() && tensor[0] == '^' ? 1 : 0;
  return tensor.substr(begin, tensor.find(':') - begin);
}

GraphDef ReachableFrom(const GraphDef& def, const std::vector<std::string>& names) {
  const std::vector<bool> reached = ReachableNodes(def, names);
  GraphDef part;
  *part.mutable_versions() = def.versions();
  FunctionMarker functions(def.library());
  for (int i = 0; i < def.node_size(); ++i) {
    if (!reached[static_cast<size_t>(i)]) continue;
    *part.add_node() = def.node(i);
    functions.Mark(def.node(i));
  }
  functions.Finish();
  for (const FunctionDef& function : def.library().function()) {
    if (functions.IsMarked(function.signature().name()))
      *part.mutable_library()->add_function() = function;
  }
  for (const GradientDef& gradient : def.library().gradient()) {
    if (functions.IsMarked(gradient.function_name()))
      *part.mutable_library()->add_gradient() = gradient;
  }
  return part;
}

}  // namespace opgraft_internal
