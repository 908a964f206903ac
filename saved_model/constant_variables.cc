// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "saved_model/constant_variables.h"

#include <memory>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/op/node_attrs.h"
#include "framework/tensor/shape_proto.h"
#include "framework/tensor/tensor_proto.h"
#include "framework/types/status_macros.h"
#include "saved_model/variable_uses.h"

namespace opgraft_internal {
namespace {

void SetType(NodeDef* node, const char* attr, DataType type) {
  (*node->mutable_attr())[attr].set_type(type);
}

DataType TypeAttr(const NodeDef& node, const char* attr, DataType otherwise) {
  const auto found = node.attr().find(attr);
  return found == node.attr().end() ? otherwise : found->second.type();
}

// Rewrites the nodes of a graph or a body.
class ScopeRewriter {
 public:
  ScopeRewriter(const VariableUses& uses, int scope,
                google::protobuf::RepeatedPtrField<NodeDef>* nodes)
      : uses_(uses), scope_(scope), nodes_(nodes) {}

  void Rewrite() {
    std::vector<NodeDef> added;
    for (NodeDef& node : *nodes_) RewriteNode(&node, &added);
    for (NodeDef& node : added) *nodes_->Add() = std::move(node);
    for (NodeDef& node : *nodes_) {
      for (std::string& input : *node.mutable_input()) RenameOutput(&input);
    }
  }
  // "read:value:0" of a ReadVariableOp that is an Identity now.
  void RenameOutput(std::string* tensor) const {
    const size_t colon = tensor->find(':');
    if (scope_ == kGraphScope || colon == std::string::npos ||
        !reads_.contains(tensor->substr(0, colon)) || tensor->compare(colon, 7, ":value:") != 0) {
      return;
    }
    *tensor = absl::StrCat(tensor->substr(0, colon), ":output:", tensor->substr(colon + 7));
  }

 private:
  DataType ConstantInput(const NodeDef& node, int i) const {
    return i < node.input_size() ? uses_.ConstantAt({scope_, TensorNameIn(scope_, node.input(i))})
                                 : DT_INVALID;
  }
  void RewriteNode(NodeDef* node, std::vector<NodeDef>* added);
  void RewriteCall(NodeDef* node);
  void RewriteGather(NodeDef* node, DataType dtype, std::vector<NodeDef>* added);

  const VariableUses& uses_;
  const int scope_;
  google::protobuf::RepeatedPtrField<NodeDef>* const nodes_;
  absl::flat_hash_set<std::string> reads_;
};

void ScopeRewriter::RewriteGather(NodeDef* node, DataType dtype, std::vector<NodeDef>* added) {
  int64_t batch_dims = 0;
  const auto found = node->attr().find("batch_dims");
  if (found != node->attr().end()) batch_dims = found->second.i();
  const DataType index = TypeAttr(*node, "Tindices", DT_INT32);
  NodeDef axis;
  axis.set_name(absl::StrCat(node->name(), "/axis_of_constant"));
  axis.set_op("Const");
  SetType(&axis, "dtype", DT_INT64);
  TensorProto* const value = (*axis.mutable_attr())["value"].mutable_tensor();
  value->set_dtype(DT_INT64);
  value->mutable_tensor_shape();
  value->add_int64_val(batch_dims);
  NodeDef gather;
  gather.set_name(node->name());
  gather.set_op("GatherV2");
  gather.set_device(node->device());
  gather.add_input(node->input(0));
  gather.add_input(node->input(1));
  gather.add_input(OutputNameIn(scope_, axis.name(), 0));
  for (int i = 2; i < node->input_size(); ++i) gather.add_input(node->input(i));  // control
  SetType(&gather, "Tparams", dtype);
  SetType(&gather, "Tindices", index);
  SetType(&gather, "Taxis", DT_INT64);
  (*gather.mutable_attr())["batch_dims"].set_i(batch_dims);
  *node = std::move(gather);
  added->push_back(std::move(axis));
}

void ScopeRewriter::RewriteCall(NodeDef* node) {
  const CalledFunctions called = FunctionsOf(*node);
  if (called.types == nullptr) return;
  bool is_changed = false;
  for (int i = called.first_input; i < node->input_size(); ++i) {
    const DataType dtype = ConstantInput(*node, i);
    if (dtype == DT_INVALID) continue;
    auto* const types = (*node->mutable_attr())[called.types].mutable_list();
    const int arg = i - called.first_input;
    if (arg >= types->type_size()) continue;
    types->set_type(arg, dtype);
    is_changed = true;
    const auto shapes = node->mutable_attr()->find("output_shapes");
    if (!called.is_loop || shapes == node->mutable_attr()->end()) continue;
    auto* const list = shapes->second.mutable_list();
    if (arg >= list->shape_size()) continue;
    list->mutable_shape(arg)->Clear();
    list->mutable_shape(arg)->set_unknown_rank(true);
  }
  if (is_changed) node->mutable_attr()->erase("_output_shapes");
}

void ScopeRewriter::RewriteNode(NodeDef* node, std::vector<NodeDef>* added) {
  const DataType dtype = ConstantInput(*node, 0);
  if (dtype == DT_INVALID || !FunctionsOf(*node).names.empty()) return RewriteCall(node);
  if (node->op() == "ReadVariableOp") {
    node->set_op("Identity");
    node->mutable_attr()->clear();
    SetType(node, "T", dtype);
    reads_.insert(node->name());
  } else if (node->op() == "ResourceGather") {
    RewriteGather(node, dtype, added);
  } else if (node->op() == "VariableShape") {
    const DataType out = TypeAttr(*node, "out_type", DT_INT32);
    node->set_op("Shape");
    node->mutable_attr()->clear();
    SetType(node, "T", dtype);
    SetType(node, "out_type", out);
  } else if (node->op() == "DisableCopyOnRead") {
    node->set_op("NoOp");
    node->mutable_attr()->clear();
    node->mutable_input()->DeleteSubrange(0, 1);
  } else if (node->op() == "Identity") {
    SetType(node, "T", dtype);
    node->mutable_attr()->erase("_output_shapes");
  }
}

void RewriteFunction(const VariableUses& uses, int f, FunctionDef* function) {
  OpDef* const signature = function->mutable_signature();
  for (int i = 0; i < signature->input_arg_size(); ++i) {
    OpDef::ArgDef* const arg = signature->mutable_input_arg(i);
    const DataType dtype = uses.ConstantAt({f, arg->name()});
    if (dtype == DT_INVALID) continue;
    arg->set_type(dtype);
    function->mutable_arg_attr()->erase(static_cast<uint32_t>(i));
  }
  for (OpDef::ArgDef& result : *signature->mutable_output_arg()) {
    const auto ret = function->ret().find(result.name());
    const DataType dtype =
        ret == function->ret().end() ? DT_INVALID : uses.ConstantAt({f, ret->second});
    if (dtype != DT_INVALID) result.set_type(dtype);
  }
  ScopeRewriter rewriter(uses, f, function->mutable_node_def());
  rewriter.Rewrite();
  for (auto& ret : *function->mutable_ret()) rewriter.RenameOutput(&ret.second);
}

// The Const node that a variable becomes. Large contents stay where they are.
absl::Status MakeConst(const Tensor& value, int place, NodeDef* node, LargeContents* contents) {
  node->set_op("Const");
  node->mutable_attr()->clear();
  SetType(node, "dtype", value.dtype());
  TensorProto* const proto = (*node->mutable_attr())["value"].mutable_tensor();
  const bool is_large =
      DataTypeCanUseMemcpy(value.dtype()) && value.TotalBytes() >= NodeAttrs::kLeastHeldBytes;
  if (!is_large) return TensorToProto(value, TensorEncoding::kContent, proto);
  proto->set_dtype(value.dtype());
  ToProto(value.shape(), proto->mutable_tensor_shape());
  const auto owner = std::make_shared<const Tensor>(value);
  contents->emplace(
      place, TensorContent{{static_cast<const char*>(owner->data()), owner->TotalBytes()}, owner});
  return absl::OkStatus();
}

}  // namespace

absl::Status MakeVariablesConstant(const GraphDef& def, const OpRegistry& ops,
                                   absl::FunctionRef<const Tensor*(const CellKey&)> value_of,
                                   ConstantVariables* made) {
  VariableUses uses(def, ops);
  for (const NodeDef& node : def.node()) {
    const CellKey* const key = uses.VariableOf(node);
    if (key == nullptr) continue;
    const Tensor* const value = value_of(*key);
    if (value == nullptr || value->dtype() != TypeAttr(node, "dtype", DT_INVALID))
      uses.KeepAsVariable(node);
  }
  made->graph = def;
  for (int i = 0; i < def.node_size(); ++i) {
    const CellKey* const key = uses.VariableOf(def.node(i));
    if (key == nullptr) continue;
    if (!uses.IsOnlyRead(def.node(i))) {
      made->variables.push_back(*key);
      continue;
    }
    OPGRAFT_RETURN_IF_ERROR(
        MakeConst(*value_of(*key), i, made->graph.mutable_node(i), &made->contents));
  }
  for (int f = 0; f < def.library().function_size(); ++f)
    RewriteFunction(uses, f, made->graph.mutable_library()->mutable_function(f));
  ScopeRewriter(uses, kGraphScope, made->graph.mutable_node()).Rewrite();
  return absl::OkStatus();
}

}  // namespace opgraft_internal
