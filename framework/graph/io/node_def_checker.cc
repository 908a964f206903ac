// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/node_def_checker.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "framework/op/arg_types.h"
#include "framework/op/attr_value_check.h"
#include "framework/op/op_def_util.h"
#include "framework/op/op_registry.h"
#include "framework/tensor/tensor_proto.h"
#include "framework/types/nearest.h"
#include "framework/types/quoted.h"
#include "opgraft/proto/node_def.pb.h"

namespace opgraft_internal {

namespace {

// Nodes with longer attrs (constants, as a rule) are hardly ever equal: looking for it would cost
// more than it gives.
constexpr size_t kMaxKeyBytes = 512;
// The same of the value of one attr.
constexpr size_t kMaxValueBytes = 64;

constexpr char kHeldAttr[] = "value";

bool IsInternal(absl::string_view attr) { return !attr.empty() && attr[0] == '_'; }

void AppendRaw(uint64_t number, std::string* key) {
  key->append(reinterpret_cast<const char*>(&number), sizeof(number));
}

// Op and attrs as bytes; false if they are too long.
bool MakeKey(const OpRegistrationData& op, const NodeDef& node, int num_data_inputs,
             std::string* key) {
  using Entry = std::pair<absl::string_view, const AttrValue*>;
  absl::InlinedVector<Entry, 8> sorted;
  for (const auto& [name, value] : node.attr()) sorted.emplace_back(name, &value);
  std::sort(sorted.begin(), sorted.end());
  key->clear();
  AppendRaw(reinterpret_cast<uintptr_t>(&op), key);
  AppendRaw(static_cast<uint64_t>(num_data_inputs), key);
  for (const auto& [name, value] : sorted) {
    const size_t size = value->ByteSizeLong();
    if (key->size() + name.size() + size > kMaxKeyBytes) return false;
    AppendRaw(name.size() << 32 | size, key);
    key->append(name);
    value->AppendPartialToString(key);
  }
  return true;
}

// Checks one node's attrs, then makes its types.
class SignatureMaker {
 public:
  SignatureMaker(const OpRegistrationData& op, const NodeDef& node, const ImportLimits& limits,
                 const TensorContent* content, SharedAttrValues* values)
      : op_(op.op_def),
        role_(op.role),
        node_(node),
        limits_(limits),
        content_(content),
        values_(values) {}

  CheckedNodeDef Make(int num_data_inputs, int producer) {
    const absl::Status available = CheckOpDeprecation(op_, producer);
    if (!available.ok()) checked_.problems.push_back(available);
    // As a rule there are no others.
    entries_.reserve(static_cast<size_t>(std::max(node_.attr_size(), op_.attr_size())));
    for (const auto& [name, value] : node_.attr()) KeepGiven(name, value);
    for (const OpDef::AttrDef& attr : op_.attr()) CheckAttr(attr);
    checked_.attrs = held_.NumElements() == 0
                         ? NodeAttrs(std::move(entries_))
                         : NodeAttrs(std::move(entries_), kHeldAttr, std::move(held_));
    if (checked_.problems.empty()) MakeInputs(num_data_inputs);
    if (checked_.problems.empty()) MakeOutputs();
    return std::move(checked_);
  }

  // What Make expanded; once.
  NodeTypes TakeTypes() { return std::move(types_); }

 private:
  void Invalid(absl::string_view text) {
    checked_.problems.push_back(absl::InvalidArgumentError(text));
  }

  void KeepGiven(const std::string& name, const AttrValue& value) {
    if (value.value_case() == AttrValue::kPlaceholder && !IsInternal(name)) {
      Invalid(absl::StrCat("attr ", Quoted(name), " is the placeholder ",
                           Quoted(value.placeholder()),
                           ", which only a node of a function's body may have"));
    }
    if (role_ == OpRole::kConstant && name == kHeldAttr && value.has_tensor())
      return KeepTensor(value.tensor());
    entries_.emplace_back(name, values_->Share(value));
    if (!IsInternal(name)) WarnIfUnknown(name);
  }

  void WarnIfUnknown(const std::string& name) {
    for (const OpDef::AttrDef& attr : op_.attr()) {
      if (attr.name() == name) return;
    }
    NearestName nearest(name);
    for (const OpDef::AttrDef& attr : op_.attr()) nearest.Offer(attr.name());
    checked_.warnings.push_back(absl::StrCat(op_.name(), " has no attr ", Quoted(name),
                                             NearestHint(nearest.best()), "; it is ignored"));
  }

  // A large tensor is held as one, its attr without the contents; what makes none stays what it
  // was.
  void KeepTensor(const TensorProto& tensor) {
    auto kept = std::make_shared<AttrValue>();
    const TensorContent content =
        content_ != nullptr ? *content_ : TensorContent{tensor.tensor_content(), nullptr};
    if (content.bytes.size() >= NodeAttrs::kMinHeldBytes && DataTypeCanUseMemcpy(tensor.dtype())) {
      absl::StatusOr<Tensor> held = TensorFromContent(tensor, content, MemoryBudget::kUnlimited);
      if (held.ok()) held_ = *std::move(held);
    }
    if (held_.NumElements() > 0) {
      kept->mutable_tensor()->set_dtype(tensor.dtype());
      *kept->mutable_tensor()->mutable_tensor_shape() = tensor.tensor_shape();
    } else {
      *kept->mutable_tensor() = tensor;
      if (content_ != nullptr)
        kept->mutable_tensor()->set_tensor_content(std::string(content.bytes));
    }
    entries_.emplace_back(kHeldAttr, std::move(kept));
  }

  void CheckAttr(const OpDef::AttrDef& attr) {
    const auto given = node_.attr().find(attr.name());
    if (given == node_.attr().end()) return UseDefault(attr);
    if (given->second.value_case() == AttrValue::kPlaceholder) return;
    const absl::Status status = ValidateAttrValue(given->second, attr);
    if (!status.ok()) checked_.problems.push_back(status);
  }

  void UseDefault(const OpDef::AttrDef& attr) {
    if (attr.has_default_value()) {
      entries_.emplace_back(attr.name(), values_->Share(attr.default_value()));
    } else {
      Invalid(absl::StrCat("attr ", Quoted(attr.name()), " is missing; ", op_.name(), " needs ",
                           attr.name(), ": ", SummarizeAttrDef(attr)));
    }
  }

  // The number of inputs is compared before their types are made: a length may be absurd.
  void MakeInputs(int given) {
    if (given == NodeDefChecker::kAnyInputs) return;
    const int64_t expected = CountInputs();
    ArgTypes inputs;
    absl::Status status = absl::OkStatus();
    if (expected <= std::max<int64_t>(given, kFewInputs)) status = Expand(op_.input_arg(), &inputs);
    if (!status.ok()) {
      checked_.problems.push_back(status);
    } else if (expected != given) {
      WrongInputs(expected, inputs.types, given);
    }
    types_.inputs = std::move(inputs.types);
    types_.input_args = std::move(inputs.args);
  }

  int64_t CountInputs() const {
    int64_t count = 0;
    for (const OpDef::ArgDef& arg : op_.input_arg())
      count += std::min(LengthOf(arg), std::numeric_limits<int64_t>::max() - count);
    return count;
  }

  // How many inputs the arg stands for; 0 if an attr that tells it is missing.
  int64_t LengthOf(const OpDef::ArgDef& arg) const {
    if (!arg.number_attr().empty()) {
      const AttrValue* number = checked_.attrs.Find(arg.number_attr());
      return number == nullptr ? 0 : std::max<int64_t>(number->i(), 0);
    }
    if (arg.type_list_attr().empty()) return 1;
    const AttrValue* list = checked_.attrs.Find(arg.type_list_attr());
    return list == nullptr ? 0 : list->list().type_size();
  }

  void WrongInputs(int64_t expected, const DataTypeVector& expected_types, int given) {
    const std::string types = expected <= kFewInputs ? DataTypeVectorString(expected_types)
                                                     : absl::StrCat(expected, " tensors");
    Invalid(absl::StrCat("the op's expected inputs '", types, "' do not match ", given,
                         " inputs specified"));
  }

  void MakeOutputs() {
    ArgTypes outputs;
    absl::Status status = Expand(op_.output_arg(), &outputs);
    const auto count = static_cast<int64_t>(outputs.types.size());
    if (status.ok() && count > limits_.max_outputs_per_node) {
      status = absl::ResourceExhaustedError(
          absl::StrCat("the node would have ", count, " outputs; the limit is ",
                       limits_.max_outputs_per_node, " (ImportLimits::max_outputs_per_node)"));
    }
    if (!status.ok()) checked_.problems.push_back(status);
    types_.outputs = std::move(outputs.types);
    types_.output_args = std::move(outputs.args);
  }

  absl::Status Expand(const google::protobuf::RepeatedPtrField<OpDef::ArgDef>& args,
                      ArgTypes* types) const {
    return ExpandArgs(
        args, [this](absl::string_view name) { return checked_.attrs.Find(name); }, types);
  }

  static constexpr int64_t kFewInputs = 16;

  const OpDef& op_;
  const OpRole role_;
  const NodeDef& node_;
  const ImportLimits& limits_;
  const TensorContent* const content_;  // may be null
  SharedAttrValues* const values_;
  CheckedNodeDef checked_;
  NodeTypes types_;
  std::vector<NodeAttrs::Entry> entries_;
  Tensor held_;  // the value of a Const; of no elements if it is not held
};

}  // namespace

std::shared_ptr<const AttrValue> SharedAttrValues::Share(const AttrValue& value) {
  if (value.ByteSizeLong() > kMaxValueBytes) return std::make_shared<const AttrValue>(value);
  key_.clear();
  value.AppendPartialToString(&key_);
  if (const auto known = known_.find(key_); known != known_.end()) return known->second;
  auto shared = std::make_shared<const AttrValue>(value);
  if (known_.size() < max_known_) known_.emplace(key_, shared);
  return shared;
}

CheckedNodeDef NodeDefChecker::Check(const OpRegistrationData& op, const NodeDef& node,
                                     int num_data_inputs, const TensorContent* content) {
  absl::MutexLock lock(&mutex_);
  const bool has_key = content == nullptr && MakeKey(op, node, num_data_inputs, &key_);
  if (has_key) {
    if (const auto known = known_.find(key_); known != known_.end()) return *known->second;
  }
  SignatureMaker maker(op, node, limits_, content, &values_);
  CheckedNodeDef checked = maker.Make(num_data_inputs, producer_);
  checked.types = types_.Share(&op, maker.TakeTypes());
  if (!has_key || known_.size() >= max_known_) return checked;
  checked_.push_back(std::move(checked));
  return *known_.emplace(key_, &checked_.back()).first->second;
}

}  // namespace opgraft_internal
