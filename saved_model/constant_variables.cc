// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "saved_model/constant_variables.h"

#include <algorithm>
#include <memory>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/op/node_attrs.h"
#include "framework/tensor/shape_proto.h"
#include "framework/tensor/tensor_proto.h"
#include "framework/types/status_macros.h"
#include "saved_model/node_ops.h"
#include "saved_model/variable_ops.h"
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
  ScopeRewriter(const VariableUses& uses, const OpRegistry& ops, int scope,
                google::protobuf::RepeatedPtrField<NodeDef>* nodes)
      : uses_(uses), ops_(ops), scope_(scope), nodes_(nodes) {}

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
  void RewriteInputTypes(NodeDef* node);
  void ForgetHandleShapes(NodeDef* node) const;
  void RewriteShape(NodeDef* node, DataType dtype);
  void RewriteGather(NodeDef* node, DataType dtype, std::vector<NodeDef>* added);
  std::string AddAxis(const NodeDef& gather, int64_t axis, std::vector<NodeDef>* added) const;

  const VariableUses& uses_;
  const OpRegistry& ops_;
  const int scope_;
  google::protobuf::RepeatedPtrField<NodeDef>* const nodes_;
  absl::flat_hash_set<std::string> reads_;
};

// Adds the Const that a gather takes as its axis; returns the name of its tensor.
std::string ScopeRewriter::AddAxis(const NodeDef& gather, int64_t axis,
                                   std::vector<NodeDef>* added) const {
  NodeDef node;
  node.set_name(absl::StrCat(gather.name(), "/axis_of_constant"));
  node.set_op("Const");
  SetType(&node, "dtype", DT_INT64);
  TensorProto* const value = (*node.mutable_attr())["value"].mutable_tensor();
  value->set_dtype(DT_INT64);
  value->mutable_tensor_shape();
  value->add_int64_val(axis);
  std::string tensor = absl::StrCat(node.name(), scope_ == kGraphScope ? ":0" : ":output:0");
  added->push_back(std::move(node));
  return tensor;
}

void ScopeRewriter::RewriteGather(NodeDef* node, DataType dtype, std::vector<NodeDef>* added) {
  int64_t batch_dims = 0;
  const auto found = node->attr().find("batch_dims");
  if (found != node->attr().end()) batch_dims = found->second.i();
  NodeDef gather;
  gather.set_name(node->name());
  gather.set_op("GatherV2");
  gather.set_device(node->device());
  gather.add_input(node->input(0));
  gather.add_input(node->input(1));
  *gather.add_input() = AddAxis(*node, batch_dims, added);
  for (int i = 2; i < node->input_size(); ++i) gather.add_input(node->input(i));  // control
  SetType(&gather, "Tparams", dtype);
  SetType(&gather, "Tindices", TypeAttr(*node, "Tindices", DT_INT32));
  SetType(&gather, "Taxis", DT_INT64);
  (*gather.mutable_attr())["batch_dims"].set_i(batch_dims);
  *node = std::move(gather);
}

void ScopeRewriter::RewriteShape(NodeDef* node, DataType dtype) {
  const DataType out = TypeAttr(*node, "out_type", DT_INT32);
  node->set_op("Shape");
  node->mutable_attr()->clear();
  SetType(node, "T", dtype);
  SetType(node, "out_type", out);
}

// Lets a loop find the shapes of what it carries anew: those that its attr gives are of handles.
void ForgetCarriedShapes(const CallSite& site, const std::vector<DataType>& types, NodeDef* node) {
  const auto shapes = node->mutable_attr()->find("output_shapes");
  if (shapes == node->mutable_attr()->end()) return;
  auto* const list = shapes->second.mutable_list();
  const size_t outputs = std::min(site.outputs.size(), static_cast<size_t>(list->shape_size()));
  for (size_t i = 0; i < outputs; ++i) {
    const CallSite::Output& output = site.outputs[i];
    if (output.kind != CallSite::Output::Kind::kCarried ||
        types[static_cast<size_t>(output.index)] == DT_INVALID) {
      continue;
    }
    TensorShapeProto* const shape = list->mutable_shape(static_cast<int>(i));
    shape->Clear();
    shape->set_unknown_rank(true);
  }
}

// Takes back what the file says of the shapes of outputs that were handles and are values now. What
// it says of the other outputs stays: Python may know more of them than shape functions do. In a
// function nobody reads it.
void ScopeRewriter::ForgetHandleShapes(NodeDef* node) const {
  const auto given = node->mutable_attr()->find("_output_shapes");
  if (scope_ != kGraphScope || given == node->mutable_attr()->end()) return;
  auto* const list = given->second.mutable_list();
  for (int i = 0; i < list->shape_size(); ++i) {
    if (uses_.ConstantAt({scope_, absl::StrCat(node->name(), ":", i)}) == DT_INVALID) continue;
    list->mutable_shape(i)->Clear();
    list->mutable_shape(i)->set_unknown_rank(true);
  }
}

// Of a node that passes handles on, or gives them to functions: these are values now.
void ScopeRewriter::RewriteInputTypes(NodeDef* node) {
  const OpRegistrationData* const op = FindOp(ops_, *node);
  if (op == nullptr || !(op->role == OpRole::kPassOn || RunsBodies(op->role))) return;
  std::vector<DataType> types;
  for (int i = 0; i < NumDataInputs(*node); ++i) types.push_back(ConstantInput(*node, i));
  if (!SetInputTypes(op->op_def, types, node)) return;
  ForgetHandleShapes(node);
  if (op->role != OpRole::kLoop) return;
  if (const auto site = FindCallSite(ops_, *node)) ForgetCarriedShapes(*site, types, node);
}

void ScopeRewriter::RewriteNode(NodeDef* node, std::vector<NodeDef>* added) {
  const DataType dtype = ConstantInput(*node, 0);
  const HandleRead read = dtype == DT_INVALID ? HandleRead::kNone : HandleReadOf(*node);
  switch (read) {
    case HandleRead::kNone:
      return RewriteInputTypes(node);
    case HandleRead::kValue:
      node->set_op("Identity");
      node->mutable_attr()->clear();
      SetType(node, "T", dtype);
      reads_.insert(node->name());
      return;
    case HandleRead::kGather:
      return RewriteGather(node, dtype, added);
    case HandleRead::kShape:
      return RewriteShape(node, dtype);
    case HandleRead::kHint:
      node->set_op("NoOp");
      node->mutable_attr()->clear();
      node->mutable_input()->DeleteSubrange(0, 1);
      return;
  }
}

void RewriteFunction(const VariableUses& uses, const OpRegistry& ops, int f,
                     FunctionDef* function) {
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
  ScopeRewriter rewriter(uses, ops, f, function->mutable_node_def());
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
      DataTypeCanUseMemcpy(value.dtype()) && value.TotalBytes() >= NodeAttrs::kMinHeldBytes;
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
    RewriteFunction(uses, ops, f, made->graph.mutable_library()->mutable_function(f));
  ScopeRewriter(uses, ops, kGraphScope, made->graph.mutable_node()).Rewrite();
  return absl::OkStatus();
}

}  // namespace opgraft_internal
