// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/function_body_maker.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/functions/attr_placeholders.h"
#include "framework/graph/functions/function_args.h"
#include "framework/graph/io/graph_importer.h"
#include "framework/graph/io/renamed_ops.h"
#include "framework/op/arg_types.h"
#include "framework/op/node_def_util.h"
#include "framework/op/op_def_util.h"
#include "framework/types/nearest.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/function.pb.h"

namespace opgraft_internal {

namespace {

// What a few bytes in a file may ask for: arguments by a length in an attr, and inputs by the names
// of lists.
constexpr int kMaxArgs = 1 << 16;
constexpr int64_t kMaxExpandedInputs = 1 << 20;
// Names looked at for hints, in all.
constexpr int64_t kNearestBudget = 1'000'000;

const AttrValue* AttrOrDefault(const NodeDef& node, const OpDef& op, absl::string_view name) {
  if (const AttrValue* given = FindAttrValueIn(node, name); given != nullptr) return given;
  const OpDef::AttrDef* attr = FindAttr(name, op);
  return attr != nullptr && attr->has_default_value() ? &attr->default_value() : nullptr;
}

// Tensors side by side: outputs port, port + 1, ... of one node; or the arguments node, node + 1,
// ...
struct Item {
  int node = 0;  // place in the lowered graph
  int port = 0;
  int count = 0;
  bool is_arg = false;
};

// Turns a FunctionDef into the nodes of a GraphDef, arguments first, and imports these.
class BodyMaker {
 public:
  explicit BodyMaker(const FunctionSource& source)
      : source_(source),
        signature_(source.signature),
        editor_(source.registry),
        body_(std::make_shared<FunctionBody>()) {
    editor_.data().functions = source.library;
    editor_.data().versions.set_producer(source.producer);
  }

  absl::StatusOr<std::shared_ptr<const FunctionBody>> Make() {
    body_->name = signature_.name();
    Reserve();
    for (const OpDef::ArgDef& arg : signature_.input_arg()) AddArgs(arg);
    if (!has_too_many_args_) AddAndImportNodes();
    const absl::Status status = problems_.ToStatus();
    if (status.ok()) return std::shared_ptr<const FunctionBody>(std::move(body_));
    return absl::Status(status.code(), absl::StrCat("function ", Quoted(signature_.name()), ": ",
                                                    status.message()));
  }

 private:
  int num_args() const { return static_cast<int>(body_->arg_types.size()); }
  void Problem(int place, absl::string_view text) {
    problems_.Add(place, absl::StatusCode::kInvalidArgument, text);
  }
  void NodeProblem(int place, absl::string_view text) {
    Problem(place,
            absl::StrCat(NodeTag(graph_.node(place).name(), graph_.node(place).op()), ": ", text));
  }

  // Arguments.
  void Reserve();
  absl::StatusOr<DataTypeVector> TypesOf(const OpDef::ArgDef& arg) const;
  void AddArgs(const OpDef::ArgDef& arg);
  void AddArg(std::string name, DataType type);
  void AddPlace();

  // Nodes.
  void AddAndImportNodes();
  void AddNode(const NodeDef& node);
  void ReadOutputs(int place);
  void RewriteInputs(int place);
  // Counts inputs; false once there are too many, which it reports.
  bool TakeInputs(int place, int count);
  std::vector<std::string> TensorNames(const Item& item) const;

  // "arg", "arg:1", "node:out" and "node:out:1". False if there is none. `*is_broken` if its node
  // is and was told of.
  bool FindItem(absl::string_view text, Item* item, bool* is_broken) const;
  bool FindOutput(int place, absl::string_view output, Item* item) const;
  // The nearest name of a tensor, or "".
  std::string NearestTensor(absl::string_view text);

  // The graph and its results.
  void Import();
  void FindResults(const GraphImporter& importer);
  void FindResult(const OpDef::ArgDef& result, const GraphImporter& importer);
  bool AddRets(const Item& item, const GraphImporter& importer, DataTypeVector* types);
  void FindControlResults(const GraphImporter& importer);

  const FunctionSource& source_;
  const OpDef& signature_;
  GraphEditor editor_;
  std::shared_ptr<FunctionBody> body_;
  ProblemList problems_;
  GraphDef graph_;
  // By place:
  std::vector<bool> wrong_inputs_;  // reported, or a consequence
  std::vector<bool> wrong_nodes_;   // reported
  std::vector<bool> broken_;        // what its outputs are is not known
  std::vector<std::vector<ArgRange>> outputs_;
  // The names are those of source_.
  absl::flat_hash_map<absl::string_view, Item> args_;
  absl::flat_hash_map<absl::string_view, int> nodes_;  // places of what is no argument
  bool has_too_many_args_ = false;                     // what names one would find nothing
  int64_t inputs_left_ = kMaxExpandedInputs;
  int64_t nearest_left_ = kNearestBudget;
};

void BodyMaker::Reserve() {
  const auto num_args = static_cast<size_t>(signature_.input_arg_size());
  args_.reserve(num_args);
  body_->arg_names.reserve(num_args);
  outputs_.reserve(num_args + static_cast<size_t>(source_.def->node_def_size()));
}

absl::StatusOr<DataTypeVector> BodyMaker::TypesOf(const OpDef::ArgDef& arg) const {
  google::protobuf::RepeatedPtrField<OpDef::ArgDef> one;
  *one.Add() = arg;
  ArgTypes result;
  OPGRAFT_RETURN_IF_ERROR(ExpandArgs(
      one, [this](absl::string_view name) { return source_.attrs.Find(name); }, &result));
  return result.types;
}

void BodyMaker::AddArgs(const OpDef::ArgDef& arg) {
  const absl::StatusOr<DataTypeVector> types = TypesOf(arg);
  if (!types.ok())
    return Problem(-1,
                   absl::StrCat("argument ", Quoted(arg.name()), ": ", types.status().message()));
  const Item item{num_args(), 0, static_cast<int>(types->size()), true};
  if (has_too_many_args_) return;
  has_too_many_args_ = num_args() + item.count > kMaxArgs;
  if (has_too_many_args_) {
    return problems_.Add(-1, absl::StatusCode::kResourceExhausted,
                         absl::StrCat("the function has over ", kMaxArgs, " arguments"));
  }
  if (!args_.emplace(arg.name(), item).second)
    return Problem(-1, absl::StrCat("two arguments are named ", Quoted(arg.name())));
  for (size_t i = 0; i < types->size(); ++i)
    AddArg(types->size() > 1 ? absl::StrCat(arg.name(), "_", i) : arg.name(), (*types)[i]);
}

void BodyMaker::AddArg(std::string name, DataType type) {
  NodeDef* node = graph_.add_node();
  node->set_name(name);
  node->set_op(std::string(kArgOpName));
  (*node->mutable_attr())["T"].set_type(type);
  (*node->mutable_attr())["index"].set_i(num_args());
  const auto attrs = source_.def->arg_attr().find(static_cast<uint32_t>(num_args()));
  if (attrs != source_.def->arg_attr().end()) {
    node->mutable_attr()->insert(attrs->second.attr().begin(), attrs->second.attr().end());
    // The shapes that count are those of a call's inputs.
    node->mutable_attr()->erase("_output_shapes");
  }
  body_->arg_types.push_back(type);
  body_->arg_names.push_back(std::move(name));
  AddPlace();
}

void BodyMaker::AddPlace() {
  wrong_inputs_.push_back(false);
  wrong_nodes_.push_back(false);
  broken_.push_back(false);
  outputs_.emplace_back();
}

void BodyMaker::AddAndImportNodes() {
  for (const NodeDef& node : source_.def->node_def()) AddNode(node);
  for (int i = num_args(); i < graph_.node_size(); ++i) RewriteInputs(i);
  Import();
}

void BodyMaker::AddNode(const NodeDef& node) {
  const int place = graph_.node_size();
  *graph_.add_node() = node;
  AddPlace();
  nodes_.emplace(node.name(), place);
  const absl::Status status =
      ReplacePlaceholders(source_.attrs, source_.limits.max_nesting, graph_.mutable_node(place));
  if (status.ok()) return ReadOutputs(place);
  problems_.Add(place, NodeTag(node.name(), node.op()), status);
  wrong_nodes_.back() = broken_.back() = true;
}

void BodyMaker::ReadOutputs(int place) {
  const NodeDef& node = graph_.node(place);
  const OpRegistrationData* op = source_.library.Find(OpNameHere(node));
  ArgTypes types;
  // Import tells what is wrong with a node.
  broken_[static_cast<size_t>(place)] =
      op == nullptr ||
      !ExpandArgs(
           op->op_def.output_arg(),
           [&](absl::string_view name) { return AttrOrDefault(node, op->op_def, name); }, &types)
           .ok();
  outputs_[static_cast<size_t>(place)] = std::move(types.args);
}

void BodyMaker::RewriteInputs(int place) {
  NodeDef* node = graph_.mutable_node(place);
  google::protobuf::RepeatedPtrField<std::string> written;
  written.Swap(node->mutable_input());
  for (int i = 0; i < written.size(); ++i) {
    if (absl::StartsWith(written[i], "^")) {
      *node->add_input() = written[i];
      continue;
    }
    Item item;
    bool is_broken = false;
    if (FindItem(written[i], &item, &is_broken) && TakeInputs(place, item.count)) {
      for (std::string& tensor : TensorNames(item)) *node->add_input() = std::move(tensor);
      continue;
    }
    wrong_inputs_[static_cast<size_t>(place)] = true;
    if (is_broken || inputs_left_ < 0) continue;
    NodeProblem(place, absl::StrCat("input ", i, " ", Quoted(written[i]),
                                    " does not exist in the function's body",
                                    NearestHint(NearestTensor(written[i]))));
  }
}

bool BodyMaker::TakeInputs(int place, int count) {
  const bool had_enough = inputs_left_ >= 0;
  inputs_left_ -= count;
  if (had_enough && inputs_left_ < 0) {
    problems_.Add(place, absl::StatusCode::kResourceExhausted,
                  absl::StrCat("the nodes of the body have over ", kMaxExpandedInputs, " inputs"));
  }
  return inputs_left_ >= 0;
}

std::vector<std::string> BodyMaker::TensorNames(const Item& item) const {
  std::vector<std::string> names;
  for (int i = 0; i < item.count; ++i) {
    if (item.is_arg) {
      names.push_back(graph_.node(item.node + i).name());
    } else {
      names.push_back(absl::StrCat(graph_.node(item.node).name(), ":", item.port + i));
    }
  }
  return names;
}

// Element `index` of `item`.
bool NarrowItem(absl::string_view index, Item* item) {
  int i = 0;
  if (!absl::SimpleAtoi(index, &i) || i < 0 || i >= item->count) return false;
  (item->is_arg ? item->node : item->port) += i;
  item->count = 1;
  return true;
}

bool BodyMaker::FindItem(absl::string_view text, Item* item, bool* is_broken) const {
  const std::vector<absl::string_view> parts = absl::StrSplit(text, ':');
  if (const auto arg = args_.find(parts[0]); arg != args_.end()) {
    *item = arg->second;
    return parts.size() == 1 || (parts.size() == 2 && NarrowItem(parts[1], item));
  }
  const auto node = nodes_.find(parts[0]);
  if (node == nodes_.end() || parts.size() < 2 || parts.size() > 3) return false;
  *is_broken = broken_[static_cast<size_t>(node->second)];
  return FindOutput(node->second, parts[1], item) &&
         (parts.size() == 2 || NarrowItem(parts[2], item));
}

bool BodyMaker::FindOutput(int place, absl::string_view output, Item* item) const {
  for (const ArgRange& range : outputs_[static_cast<size_t>(place)]) {
    if (range.name != output) continue;
    *item = {place, range.start, range.limit - range.start, false};
    return true;
  }
  return false;
}

std::string BodyMaker::NearestTensor(absl::string_view text) {
  if (const auto node = nodes_.find(text.substr(0, text.find(':'))); node != nodes_.end()) {
    const std::vector<ArgRange>& outputs = outputs_[static_cast<size_t>(node->second)];
    if (!outputs.empty()) return absl::StrCat(node->first, ":", outputs.front().name, ":0");
  }
  nearest_left_ -= graph_.node_size();
  if (nearest_left_ < 0) return "";
  NearestName nearest(text);
  for (const OpDef::ArgDef& arg : signature_.input_arg()) nearest.Offer(arg.name());
  for (int place = num_args(); place < graph_.node_size(); ++place) {
    for (const ArgRange& output : outputs_[static_cast<size_t>(place)]) {
      nearest.Offer(absl::StrCat(graph_.node(place).name(), ":", output.name, ":0"));
    }
  }
  return nearest.best();
}

void BodyMaker::Import() {
  ImportGraphDefOptions import_options;
  import_options.limits = source_.limits;
  import_options.allow_internal_names = true;
  import_options.validate_shape = false;  // as above
  import_options.warning = [this](absl::string_view text) { body_->warnings.emplace_back(text); };
  ResolvedOptions options(import_options);
  GraphImporter importer(&options, graph_.node(), source_.producer, &editor_, &problems_);
  importer.SetBody(wrong_inputs_, wrong_nodes_, source_.checker);
  importer.AddNodes().IgnoreError();  // the body of a function is not cancelled
  FindResults(importer);
  if (!problems_.empty()) return;
  importer.InferShapes(/*enter_functions=*/false).IgnoreError();
  body_->graph = std::move(editor_).Finish(importer.TakeOrder());
}

void BodyMaker::FindResults(const GraphImporter& importer) {
  for (int i = 0; i < num_args(); ++i) body_->args.push_back(importer.IdOf(graph_.node(i).name()));
  for (const OpDef::ArgDef& result : signature_.output_arg()) FindResult(result, importer);
  FindControlResults(importer);
}

void BodyMaker::FindResult(const OpDef::ArgDef& result, const GraphImporter& importer) {
  const int place = graph_.node_size();
  const std::string name = absl::StrCat("result ", Quoted(result.name()));
  const absl::StatusOr<DataTypeVector> types = TypesOf(result);
  if (!types.ok()) return Problem(place, absl::StrCat(name, ": ", types.status().message()));
  const auto ret = source_.def->ret().find(result.name());
  if (ret == source_.def->ret().end())
    return Problem(place, absl::StrCat(name, " is missing: 'ret' says no tensor for it"));
  Item item;
  bool is_broken = false;
  if (!FindItem(ret->second, &item, &is_broken)) {
    if (is_broken) return;
    return Problem(place, absl::StrCat(name, " -> ", Quoted(ret->second),
                                       " is not found in the function's body",
                                       NearestHint(NearestTensor(ret->second))));
  }
  DataTypeVector actual;
  if (!AddRets(item, importer, &actual)) return;
  if (actual != *types) {
    Problem(place, absl::StrCat(name, " is declared as ", DataTypeVectorString(*types), ", but ",
                                Quoted(ret->second), " is ", DataTypeVectorString(actual)));
  }
  body_->ret_types.insert(body_->ret_types.end(), types->begin(), types->end());
}

// Adds the tensors of an item to the body's results, and their types to `types`. False if its node
// was not imported: then that was reported.
bool BodyMaker::AddRets(const Item& item, const GraphImporter& importer, DataTypeVector* types) {
  for (int i = 0; i < item.count; ++i) {
    const int id = importer.IdOf(graph_.node(item.is_arg ? item.node + i : item.node).name());
    if (id < 0) return false;
    body_->rets.push_back({id, item.is_arg ? 0 : item.port + i});
    types->push_back(editor_.data().OutputType(body_->rets.back()));
  }
  return true;
}

void BodyMaker::FindControlResults(const GraphImporter& importer) {
  const int place = graph_.node_size();
  for (const std::string& output : signature_.control_output()) {
    const auto ret = source_.def->control_ret().find(output);
    if (ret == source_.def->control_ret().end()) {
      Problem(place, absl::StrCat("control output ", Quoted(output),
                                  " is missing: 'control_ret' says no node for it"));
    } else if (const auto node = nodes_.find(ret->second); node == nodes_.end()) {
      Problem(place, absl::StrCat("control output ", Quoted(output), " -> ", Quoted(ret->second),
                                  " is not found in the function's body"));
    } else {
      body_->control_rets.push_back(importer.IdOf(ret->second));
    }
  }
}

// A copy of the graph that calls the functions of the library it is part of now. Large constants
// are shared.
absl::StatusOr<std::shared_ptr<const FunctionBody>> MakeFromGraph(const FunctionSource& source) {
  GraphEditor editor(source.graph->graph);
  editor.data().functions = source.library;
  editor.data().versions.set_producer(source.producer);
  for (int id = 0; id < editor.data().num_nodes(); ++id) {
    const OpRegistrationData& op = *editor.data().node(id).op;
    if (!op.is_function_op) continue;
    OPGRAFT_ASSIGN_OR_RETURN(const OpRegistrationData* here,
                             source.library.LookUp(op.op_def.name()));
    editor.SetOp(id, here);
  }
  auto body = std::make_shared<FunctionBody>(*source.graph);
  const absl::Span<const int32_t> order = source.graph->graph.topological_order();
  body->graph = std::move(editor).Finish({order.begin(), order.end()});
  return std::shared_ptr<const FunctionBody>(std::move(body));
}

}  // namespace

absl::StatusOr<std::shared_ptr<const FunctionBody>> MakeFunctionBody(const FunctionSource& source) {
  return source.graph != nullptr ? MakeFromGraph(source) : BodyMaker(source).Make();
}

}  // namespace opgraft_internal
