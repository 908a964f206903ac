// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/graph_importer.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "framework/graph/data/topological_order.h"
#include "framework/graph/functions/function_args.h"
#include "framework/graph/io/import_progress.h"
#include "framework/graph/io/renamed_ops.h"
#include "framework/types/nearest.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft_internal {

namespace {

constexpr absl::string_view kColocationAttr = "_class";
constexpr absl::string_view kColocationPrefix = "loc:@";
// Progress is told once in so many nodes.
constexpr int kProgressStep = 1 << 16;

int CountDataInputs(const NodeDef& node) {
  int count = 0;
  for (const std::string& input : node.input()) count += !absl::StartsWith(input, "^");
  return count;
}

bool HasNotes(const NodeDef& node) {
  return node.has_experimental_debug_info() || node.has_experimental_type() ||
         !node.GetReflection()->GetUnknownFields(node).empty();
}

}  // namespace

GraphImporter::GraphImporter(ResolvedOptions* options, const Nodes& nodes, int producer,
                             GraphEditor* editor, ProblemList* problems)
    : options_(options),
      nodes_(nodes),
      editor_(editor),
      problems_(problems),
      first_new_node_(editor->data().num_nodes()),
      names_(options->get(), editor->data()),
      producer_(producer),
      wrong_inputs_(static_cast<size_t>(nodes.size())),
      wrong_nodes_(static_cast<size_t>(nodes.size())),
      new_names_(static_cast<size_t>(nodes.size())),
      id_of_(static_cast<size_t>(nodes.size()), kBroken),
      num_outputs_(static_cast<size_t>(nodes.size())) {}

void GraphImporter::SetBody(std::vector<bool> wrong_inputs, std::vector<bool> wrong_nodes,
                            NodeDefChecker* checker) {
  is_body_ = true;
  shared_checker_ = checker;
  wrong_inputs_ = std::move(wrong_inputs);
  wrong_nodes_ = std::move(wrong_nodes);
}

absl::Status GraphImporter::AddNodes() {
  NameNodes();
  editor_->Reserve(nodes_.size());
  place_of_.reserve(static_cast<size_t>(nodes_.size()));
  OPGRAFT_RETURN_IF_ERROR(CheckNodes());
  ReportUnknownOps();
  control_mark_.assign(editor_->data().nodes.size(), -1);
  for (int place = 0; place < nodes_.size(); ++place) {
    Connect(place);
    OPGRAFT_RETURN_IF_ERROR(Progress("checking", nodes_.size() + place, 2 * nodes_.size()));
  }
  SortNodes();
  return absl::OkStatus();
}

absl::Status GraphImporter::CheckNodes() {
  absl::optional<NodeDefChecker> own;  // what it knows is not needed while bodies are made
  if (shared_checker_ == nullptr) own.emplace(options_->get().limits, producer_);
  NodeDefChecker* const checker = own.has_value() ? &*own : shared_checker_;
  for (int place = 0; place < nodes_.size(); ++place) {
    AddNode(place, checker);
    OPGRAFT_RETURN_IF_ERROR(Progress("checking", place, 2 * nodes_.size()));
  }
  return absl::OkStatus();
}

void GraphImporter::NameNodes() {
  if (const absl::Status prefix = names_.CheckPrefix(); !prefix.ok())
    problems_->Add(-1, prefix.code(), prefix.message());
  names_.Reserve(static_cast<size_t>(nodes_.size()));
  for (int place = 0; place < nodes_.size(); ++place) CheckName(place);
  names_.Finish();
  for (int place = 0; place < nodes_.size(); ++place) {
    if (wrong_nodes_[static_cast<size_t>(place)]) continue;
    absl::StatusOr<std::string> name = names_.NewName(def(place).name());
    if (!name.ok()) {
      Problem(place, name.status().code(), name.status().message());
    } else {
      new_names_[static_cast<size_t>(place)] = *std::move(name);
    }
  }
}

void GraphImporter::CheckName(int place) {
  const std::string& name = def(place).name();
  const absl::Status status = CheckNodeName(name, options_->get().allow_internal_names);
  if (!status.ok()) Problem(place, status.code(), status.message());
  if (const int other = names_.Add(name); other >= 0) {
    wrong_nodes_[static_cast<size_t>(place)] = true;
    Invalid(place, absl::StrCat("the name is not unique: nodes ", other, " and ", place,
                                " of the file have it"));
  }
}

void GraphImporter::AddNode(int place, NodeDefChecker* checker) {
  if (wrong_nodes_[static_cast<size_t>(place)]) return;
  const OpRegistrationData* op = OpOf(place);
  if (op == nullptr) return;
  const int num_inputs = wrong_inputs_[static_cast<size_t>(place)] ? NodeDefChecker::kAnyInputs
                                                                   : CountDataInputs(def(place));
  const CheckedNodeDef checked =
      checker->Check(*op, def(place), num_inputs, options_->ContentAt(place));
  for (const absl::Status& problem : checked.problems)
    Problem(place, problem.code(), problem.message());
  Warn(place, checked);
  if (!checked.problems.empty() || !CheckOutputs(place, checked.types->outputs.size())) return;
  num_outputs_[static_cast<size_t>(place)] = static_cast<int32_t>(checked.types->outputs.size());
  if (IsFullyMapped(place, checked.types->outputs.size())) {
    id_of(place) = kSkipped;
  } else if (!new_names_[static_cast<size_t>(place)].empty()) {
    id_of(place) = Store(place, *op, checked);
  }
}

const OpRegistrationData* GraphImporter::OpOf(int place) {
  const NodeDef& node = def(place);
  if (node.op().empty()) {
    Invalid(place, "the node does not specify an operation");
    return nullptr;
  }
  const absl::string_view name = OpNameHere(node);
  if (is_body_ && name == kArgOpName) return &ArgOp();
  const OpRegistrationData* op = editor_->data().functions.Find(name);
  if (op == nullptr) unknown_ops_[name].push_back(place);
  return op;
}

// An op that many nodes have is one problem, and what to do is told once. Beyond the lines that are
// shown the search for a hint would be in vain.
void GraphImporter::ReportUnknownOps() {
  const FunctionLibrary& known = editor_->data().functions;
  for (const auto& [op, places] : unknown_ops_) {
    if (problems_->count() >= ProblemList::kMaxLines) {
      Problem(places.front(), absl::StatusCode::kNotFound, "its op is not registered");
      continue;
    }
    const bool is_first = op == unknown_ops_.begin()->first;
    const absl::Status status =
        is_first ? known.LookUp(op).status()
                 : absl::NotFoundError(absl::StrCat("op ", Quoted(op), " is not registered",
                                                    NearestHint(known.Nearest(op)), "."));
    const size_t others = places.size() - 1;
    const absl::string_view have = others == 1 ? " other node has" : " other nodes have";
    const std::string more = others == 0 ? "" : absl::StrCat(" ", others, have, " this op.");
    Problem(places.front(), status.code(), absl::StrCat(status.message(), more));
  }
}

// Nodes of one op mostly have one fault: the first of them stands for all.
void GraphImporter::Warn(int place, const CheckedNodeDef& checked) {
  if (options_->get().warning == nullptr) return;
  for (const std::string& text : checked.warnings) {
    if (warned_.size() >= ProblemList::kMaxLines || !warned_.insert(text).second) continue;
    options_->get().warning(absl::StrCat(NodeTag(def(place).name(), def(place).op()), ": ", text));
  }
}

bool GraphImporter::CheckOutputs(int place, size_t num_outputs) {
  const int64_t limit = options_->get().limits.max_outputs;
  const bool was_below = total_outputs_ <= limit;
  total_outputs_ += static_cast<int64_t>(num_outputs);
  if (total_outputs_ <= limit) return true;
  if (was_below) {
    Problem(place, absl::StatusCode::kResourceExhausted,
            absl::StrCat("the graph's nodes up to this one have ", total_outputs_,
                         " outputs; the limit is ", limit, " (ImportLimits::max_outputs)"));
  }
  return false;
}

bool GraphImporter::IsFullyMapped(int place, size_t num_outputs) const {
  if (!options_->get().skip_mapped_nodes || num_outputs == 0) return false;
  for (size_t i = 0; i < num_outputs; ++i) {
    if (!options_->IsMapped(def(place).name(), static_cast<int64_t>(i))) return false;
  }
  return true;
}

int GraphImporter::Store(int place, const OpRegistrationData& op, const CheckedNodeDef& checked) {
  const std::vector<Endpoint> not_connected(checked.types->inputs.size());
  NewNode node;
  node.name = std::move(new_names_[static_cast<size_t>(place)]);
  node.op = &op;
  node.attrs = AttrsWithNewNames(place, checked.attrs);
  node.device = def(place).device().empty() ? options_->get().default_device : def(place).device();
  node.inputs = not_connected;
  node.types = checked.types;
  const int id = editor_->AddNode(std::move(node));
  place_of_.push_back(place);
  KeepNotes(place, id);
  return id;
}

NodeAttrs GraphImporter::AttrsWithNewNames(int place, const NodeAttrs& attrs) {
  const AttrValue* groups = attrs.Find(kColocationAttr);
  if (groups == nullptr) return attrs;
  AttrValue renamed = *groups;
  for (std::string& group : *renamed.mutable_list()->mutable_s()) {
    if (!absl::StartsWith(group, kColocationPrefix)) continue;
    const std::string name = group.substr(kColocationPrefix.size());
    if (names_.Find(name) < 0 && options_->get().validate_colocation_constraints && !is_body_) {
      Invalid(place, absl::StrCat("the node expects to be colocated with unknown node ",
                                  Quoted(name), NearestHint(names_.Nearest(name))));
    }
    group = absl::StrCat(kColocationPrefix, names_.RenamedNode(name));
  }
  return names_.renames() ? attrs.With(kColocationAttr, renamed) : attrs;
}

void GraphImporter::KeepNotes(int place, int id) {
  const NodeDef& node = def(place);
  if (!HasNotes(node)) return;
  auto rest = std::make_shared<NodeDef>(node);
  rest->clear_name();
  rest->clear_op();
  rest->clear_input();
  rest->clear_device();
  rest->clear_attr();
  NodeNotes notes;
  notes.of_def = std::move(rest);
  editor_->SetNotes(id, std::move(notes));
}

void GraphImporter::SortNodes() {
  TopologicalOrder sorted = SortTopologically(editor_->data());
  for (const std::vector<int32_t>& cycle : sorted.cycles) {
    const int place = PlaceOf(cycle.front());
    Invalid(place, DescribeCycle(editor_->data(), cycle));
  }
  order_ = std::move(sorted.order);
}

int GraphImporter::IdOf(absl::string_view name) const {
  const int place = names_.Find(name);
  return place < 0 ? -1 : std::max(id_of_[static_cast<size_t>(place)], -1);
}

bool GraphImporter::Has(const TensorId& id) const {
  const int place = names_.Find(id.node);
  return place >= 0 && id.index < NumOutputs(place);
}

void GraphImporter::Problem(int place, absl::StatusCode code, absl::string_view text) {
  problems_->Add(place, code,
                 absl::StrCat(NodeTag(def(place).name(), def(place).op()), ": ", text));
}

absl::Status GraphImporter::Progress(absl::string_view phase, int done, int all) const {
  if (done % kProgressStep != 0 || is_body_) return absl::OkStatus();
  return TellProgress(options_->get(), phase, static_cast<double>(done) / all);
}

}  // namespace opgraft_internal
