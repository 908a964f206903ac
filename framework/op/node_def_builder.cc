// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/node_def_builder.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/op/attr_value_equal.h"
#include "framework/op/node_def_util.h"
#include "framework/op/op_def_util.h"
#include "framework/op/op_registry.h"
#include "framework/op/summarize_attr_value.h"
#include "opgraft/proto/node_def.pb.h"

namespace opgraft {
namespace {

DataType WithRef(const OpDef::ArgDef& arg, DataType dtype) {
  return arg.is_ref() ? MakeRefType(dtype) : dtype;
}

}  // namespace

NodeDefBuilder::NodeDefBuilder(absl::string_view name, absl::string_view op_name,
                               const OpRegistryInterface* ops) {
  node_.set_name(std::string(name));
  node_.set_op(std::string(op_name));
  if (ops == nullptr) {
    keep_alive_ = OpRegistry::Global();
    ops = keep_alive_.get();
  }
  const auto found = ops->LookUp(op_name);
  if (found.ok()) {
    op_ = &(*found)->op_def;
  } else {
    errors_.emplace_back(found.status().message());
  }
}

NodeDefBuilder::NodeDefBuilder(absl::string_view name, const OpDef* op) : op_(op) {
  node_.set_name(std::string(name));
  node_.set_op(op->name());
}

bool NodeDefBuilder::HasNextArg() {
  if (op_ == nullptr) return false;
  if (num_args_ < op_->input_arg_size()) return true;
  errors_.push_back(
      absl::StrCat("More Input() calls than the ", op_->input_arg_size(), " input_args"));
  return false;
}

NodeDefBuilder& NodeDefBuilder::Input(absl::string_view node, int index, DataType dtype) {
  if (!HasNextArg()) return *this;
  AddInput(node, index);
  SetTypesOf(num_args_++, dtype);
  return *this;
}

NodeDefBuilder& NodeDefBuilder::Input(absl::Span<const NodeOut> sources) {
  if (!HasNextArg()) return *this;
  for (const NodeOut& source : sources) AddInput(source.node, source.index);
  SetTypesOf(num_args_++, sources);
  return *this;
}

NodeDefBuilder& NodeDefBuilder::Input(const FakeInputFunctor& fake_input) {
  if (!HasNextArg()) return *this;
  const absl::Status status = fake_input(*op_, num_args_, node_.proto(), this);
  if (!status.ok()) errors_.emplace_back(status.message());
  return *this;
}

NodeDefBuilder& NodeDefBuilder::ControlInput(absl::string_view node) {
  control_inputs_.push_back(absl::StrCat("^", node));
  return *this;
}

NodeDefBuilder& NodeDefBuilder::Device(absl::string_view device) {
  node_.proto().set_device(std::string(device));
  return *this;
}

void NodeDefBuilder::AddInput(absl::string_view node, int index) {
  if (node.empty()) {
    errors_.push_back("Empty input node name");
  } else if (absl::StartsWith(node, "^")) {
    errors_.push_back(absl::StrCat("Non-control input starting with ^: ", node));
  } else {
    node_.add_input(index > 0 ? absl::StrCat(node, ":", index) : std::string(node));
  }
}

void NodeDefBuilder::SetTypesOf(int index, DataType dtype) {
  const OpDef::ArgDef& arg = op_->input_arg(index);
  if (IsListArg(arg)) {
    errors_.push_back(absl::StrCat("Single tensor passed to '", arg.name(), "', expected list"));
  } else if (arg.type() != DT_INVALID) {
    CheckType(index, WithRef(arg, arg.type()), dtype);
  } else {
    CheckRef(index, dtype);
    Attr(arg.type_attr(), BaseType(dtype));
  }
}

void NodeDefBuilder::SetTypesOf(int index, absl::Span<const NodeOut> sources) {
  const OpDef::ArgDef& arg = op_->input_arg(index);
  if (!IsListArg(arg)) {
    errors_.push_back(
        absl::StrCat("List provided to input '", arg.name(), "' when single Tensor expected"));
  } else if (arg.number_attr().empty()) {
    std::vector<DataType> types;
    for (const NodeOut& source : sources) {
      CheckRef(index, source.data_type);
      types.push_back(BaseType(source.data_type));
    }
    Attr(arg.type_list_attr(), types);
  } else {
    Attr(arg.number_attr(), static_cast<int64_t>(sources.size()));
    if (sources.empty()) return;
    DataType element = arg.type();
    if (element == DT_INVALID) {
      element = BaseType(sources[0].data_type);
      Attr(arg.type_attr(), element);
    }
    for (const NodeOut& source : sources) CheckType(index, WithRef(arg, element), source.data_type);
  }
}

void NodeDefBuilder::CheckType(int index, DataType expected, DataType actual) {
  if (TypesCompatible(expected, actual)) return;
  errors_.push_back(absl::StrCat("Input '", op_->input_arg(index).name(), "' passed ",
                                 DataTypeString(actual), " expected ", DataTypeString(expected)));
}

void NodeDefBuilder::CheckRef(int index, DataType actual) {
  const OpDef::ArgDef& arg = op_->input_arg(index);
  if (!arg.is_ref() || IsRefType(actual)) return;
  errors_.push_back(absl::StrCat("Input '", arg.name(), "' passed ", DataTypeString(actual),
                                 " expected ref type"));
}

NodeDefBuilder& NodeDefBuilder::Attr(absl::string_view name, const opgraft::Attr& attr) {
  const AttrValue& value = attr.value();
  const AttrValue* present = FindAttrValueIn(node_.proto(), name);
  if (present == nullptr) {
    (*node_.proto().mutable_attr())[std::string(name)] = value;
  } else if (!AreAttrValuesEqual(*present, value)) {
    errors_.push_back(absl::StrCat("Inconsistent values for attr '", name, "' ",
                                   SummarizeAttrValue(*present), " vs. ",
                                   SummarizeAttrValue(value)));
  }
  return *this;
}

absl::Status NodeDefBuilder::Finalize(NodeDef* node) const {
  std::vector<std::string> errors = errors_;
  if (op_ != nullptr && num_args_ < op_->input_arg_size()) {
    errors.push_back(
        absl::StrCat(num_args_, " inputs specified of ", op_->input_arg_size(), " inputs in Op"));
  }
  if (!errors.empty()) {
    const std::string place =
        absl::StrCat(" while building NodeDef '", node_.name(), "'",
                     op_ == nullptr ? "" : absl::StrCat(" using ", SummarizeOpDef(*op_)));
    return absl::InvalidArgumentError(
        errors.size() == 1
            ? absl::StrCat(errors[0], place)
            : absl::StrCat(errors.size(), " errors", place, ":\n", absl::StrJoin(errors, "\n")));
  }
  *node = node_.proto();
  for (const std::string& input : control_inputs_) node->add_input(input);
  AddDefaultsToNodeDef(*op_, node);
  return absl::OkStatus();
}

}  // namespace opgraft
