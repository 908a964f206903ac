// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/model_view/sound_graph.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/types/optional.h"
#include "framework/graph/data/name_rules.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/io/renamed_ops.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/node_def_util.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/op_registry.h"

namespace opgraft_internal {
namespace {

constexpr const char kStandIn[] = "_StandIn";
constexpr const char kTypes[] = "types";
constexpr int kMaxRounds = 20;  // a report has up to a hundred nodes
constexpr int kMaxOutputs = 1000;

// The ops of the process and that of the stand-ins.
absl::StatusOr<std::shared_ptr<const KernelRegistry>> WithStandIn(
    const std::shared_ptr<const KernelRegistry>& base) {
  OpRegistryBuilder ops(base->shared_ops());
  ops.Add(OpDefBuilder(kStandIn).Output("out: types").Attr("types: list(type) >= 0"));
  return KernelRegistryBuilder(ops.BuildKeepingGood(), base).BuildKeepingGood();
}

// What to do about unknown ops is said once, in the report.
absl::string_view WithoutAdvice(absl::string_view problem) {
  constexpr absl::string_view kUnknown = "' is not registered";
  const size_t begin = problem.find(kUnknown);
  return begin == problem.npos ? problem : problem.substr(0, begin + kUnknown.size());
}

class Importer {
 public:
  Importer(const GraphDef& file, ImportOptions options)
      : file_(file), options_(std::move(options)) {
    sound_.problems.resize(static_cast<size_t>(file.node_size()));
  }

  SoundGraph Import() && {
    const auto base = options_.registry != nullptr ? options_.registry : KernelRegistry::Global();
    absl::StatusOr<Graph> graph = Graph::Import(file_, options_);
    sound_.status = graph.status();
    options_.warning = nullptr;  // the next passes would tell the same again
    auto registry = WithStandIn(base);
    if (graph.ok() || !registry.ok()) return std::move(*this).With(std::move(graph));
    options_.registry = *std::move(registry);
    Prepare();
    MarkUnknownOps();
    for (int round = 0; round < kMaxRounds; ++round) {
      ReplaceMarked();
      graph = Graph::Import(def_, options_);
      if (graph.ok() || !MarkMore(graph.status())) break;
    }
    return std::move(*this).With(std::move(graph));
  }

 private:
  SoundGraph With(absl::StatusOr<Graph> graph) && {
    if (graph.ok()) {
      sound_.graph = *std::move(graph);
    } else {
      for (std::string& problem : sound_.problems) {
        if (problem.empty()) problem = "the file cannot be imported";
      }
    }
    return std::move(sound_);
  }

  void Prepare() {
    def_ = file_;
    for (const FunctionDef& function : file_.library().function())
      functions_.emplace(function.signature().name(), &function.signature());
    for (int i = 0; i < def_.node_size(); ++i) {
      const NodeDef& node = def_.node(i);
      by_tag_[NodeTag(node.name(), node.op())].push_back(i);
      by_name_.emplace(node.name(), i);
    }
  }

  const OpDef* OpOf(const NodeDef& node) const {
    const OpRegistrationData* op = options_.registry->ops().Find(OpNameHere(node));
    if (op != nullptr) return &op->op_def;
    const auto function = functions_.find(node.op());
    return function == functions_.end() ? nullptr : function->second;
  }

  // False if the node was marked before.
  bool Mark(int i, absl::string_view problem) {
    std::string& known = sound_.problems[static_cast<size_t>(i)];
    if (!known.empty()) return false;
    known = std::string(problem);
    by_tag_[NodeTag(def_.node(i).name(), kStandIn)].push_back(i);
    return true;
  }

  void MarkUnknownOps() {
    for (int i = 0; i < def_.node_size(); ++i) {
      const NodeDef& node = def_.node(i);
      const bool is_known = functions_.contains(node.op()) ||
                            options_.registry->ops().Find(OpNameHere(node)) != nullptr;
      if (!is_known) Mark(i, "unknown op");
    }
  }

  // Those that the report names; if it names none that is not marked yet, more than are at fault.
  bool MarkMore(const absl::Status& status) {
    bool any = false;
    for (absl::string_view line : absl::StrSplit(status.message(), '\n')) any |= MarkAtFault(line);
    return any || MarkCallers() || DropRest() || MarkAll();
  }

  // A line begins with the tag of its node. Names have colons in them.
  bool MarkAtFault(absl::string_view line) {
    for (size_t end = line.find(": "); end != line.npos; end = line.find(": ", end + 1)) {
      const auto nodes = by_tag_.find(line.substr(0, end));
      if (nodes == by_tag_.end()) continue;
      const std::vector<int> at_fault = nodes->second;
      bool any = false;
      for (int i : at_fault) any |= Mark(i, WithoutAdvice(line.substr(end + 2)));
      return any || Rename(at_fault, /*namesakes_only=*/true) || Rename(at_fault, false);
    }
    return false;
  }

  // Stand-ins that are wrong themselves have wrong names. Of several of one name the first keeps
  // it: its consumers know it by it.
  bool Rename(const std::vector<int>& nodes, bool namesakes_only) {
    bool any = false;
    for (int i : nodes) {
      const std::string name = absl::StrCat("Unnamed.", i);
      if (def_.node(i).name() == name) continue;
      if (namesakes_only && by_name_.at(file_.node(i).name()) == i) continue;
      def_.mutable_node(i)->set_name(name);
      any = true;
    }
    return any;
  }

  bool MarkCallers() {
    bool any = false;
    for (int i = 0; i < def_.node_size(); ++i) {
      const NodeDef& node = def_.node(i);
      const bool calls = functions_.contains(node.op()) ||
                         std::any_of(node.attr().begin(), node.attr().end(), [](const auto& attr) {
                           return attr.second.has_func() || attr.second.list().func_size() > 0;
                         });
      if (calls) any |= Mark(i, "what it calls is wrong");
    }
    return any;
  }

  bool DropRest() {
    if (!def_.has_library() && !def_.has_versions()) return false;
    def_.clear_library();
    def_.clear_versions();
    return true;
  }

  bool MarkAll() {
    bool any = false;
    for (int i = 0; i < def_.node_size(); ++i) any |= Mark(i, "not looked at");
    return any;
  }

  // The outputs of marked nodes that others use: their number, and types where a consumer tells.
  void FindUses() {
    uses_.clear();
    for (int i = 0; i < def_.node_size(); ++i) {
      const NodeDef& node = def_.node(i);
      if (node.op() == kStandIn) continue;
      absl::optional<DataTypeVector> types;
      int index = -1;
      for (const std::string& input : node.input()) {
        const InputRef ref = ParseInputRef(input);
        if (ref.is_control()) continue;
        ++index;
        const auto source = by_name_.find(ref.node);
        if (source == by_name_.end() || ref.port >= kMaxOutputs) continue;
        if (sound_.problems[static_cast<size_t>(source->second)].empty()) continue;
        if (!types.has_value()) types = InputTypes(i);
        const bool is_told = static_cast<size_t>(index) < types->size();
        AddUse(source->second, static_cast<size_t>(ref.port),
               is_told ? (*types)[static_cast<size_t>(index)] : DT_INVALID);
      }
    }
  }

  DataTypeVector InputTypes(int i) const {
    NodeDef node = file_.node(i);
    DataTypeVector types;
    const OpDef* op = OpOf(node);
    if (op == nullptr || !sound_.problems[static_cast<size_t>(i)].empty()) return types;
    AddDefaultsToNodeDef(*op, &node);
    if (!InputTypesForNode(node, *op, &types).ok()) types.clear();
    return types;
  }

  void AddUse(int i, size_t port, DataType type) {
    std::vector<DataType>& types = uses_[i];
    if (types.size() <= port) types.resize(port + 1, DT_INVALID);
    if (types[port] == DT_INVALID) types[port] = type;
  }

  // What its own op says, else what consumers do.
  std::vector<DataType> OutputTypes(int i) {
    NodeDef node = file_.node(i);
    std::vector<DataType> types = uses_[i];
    DataTypeVector own;
    if (const OpDef* op = OpOf(node); op != nullptr) {
      AddDefaultsToNodeDef(*op, &node);
      if (OutputTypesForNode(node, *op, &own).ok() && own.size() >= types.size())
        types.assign(own.begin(), own.end());
    }
    return types;
  }

  void ReplaceMarked() {
    FindUses();
    for (size_t i = 0; i < sound_.problems.size(); ++i) {
      if (sound_.problems[i].empty()) continue;
      NodeDef* node = def_.mutable_node(static_cast<int>(i));
      const std::string name = node->name();
      node->Clear();
      node->set_name(name);
      node->set_op(kStandIn);
      AttrValue::ListValue* list = (*node->mutable_attr())[kTypes].mutable_list();
      // An output type that nothing determines has no typed consumer, so any type will do.
      std::vector<DataType>& types = sound_.stand_in_types[static_cast<int>(i)];
      types = OutputTypes(static_cast<int>(i));
      for (DataType type : types) list->add_type(type == DT_INVALID ? DT_VARIANT : type);
    }
  }

  const GraphDef& file_;
  GraphDef def_;  // with stand-ins
  ImportOptions options_;
  SoundGraph sound_;
  absl::flat_hash_map<absl::string_view, const OpDef*> functions_;
  absl::flat_hash_map<std::string, std::vector<int>> by_tag_;
  absl::flat_hash_map<std::string, int> by_name_;
  absl::flat_hash_map<int, std::vector<DataType>> uses_;
};

}  // namespace

SoundGraph ImportSound(const GraphDef& def, const ImportOptions& options) {
  return Importer(def, options).Import();
}

}  // namespace opgraft_internal
