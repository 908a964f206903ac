// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/builder/graph_builder.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/builder/graph_builder_impl.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/io/import.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

// `Op("AddV2")`.
std::string CallText(absl::string_view function, absl::string_view argument) {
  return absl::StrCat(function, "(\"", argument, "\")");
}

}  // namespace

GraphBuilder::GraphBuilder() : GraphBuilder(KernelRegistry::Global()) {}

GraphBuilder::GraphBuilder(std::shared_ptr<const KernelRegistry> registry)
    : impl_(std::make_unique<Impl>()) {
  impl_->registry = std::move(registry);
}

GraphBuilder::~GraphBuilder() = default;
GraphBuilder::GraphBuilder(GraphBuilder&&) noexcept = default;
GraphBuilder& GraphBuilder::operator=(GraphBuilder&&) noexcept = default;

Value GraphBuilder::AddNode(const std::string& call, const std::string& op,
                            const std::vector<Input>& inputs, const std::string& name,
                            const Attrs& attrs) {
  if (!impl_->error.ok()) return Value();
  const auto op_def = impl_->FindOp(op);
  const auto node_name = impl_->MakeName(name, op);
  const absl::Status status = op_def.ok() ? node_name.status() : op_def.status();
  if (!status.ok()) {
    impl_->Fail(call, name, status);
    return Value();
  }
  auto def = impl_->MakeNodeDef(*node_name, **op_def, inputs, attrs);
  if (!def.ok()) {
    impl_->Fail(call, *node_name, def.status());
    return Value();
  }
  const int id = impl_->AddNode(*std::move(def), **op_def, call);
  return id < 0 ? Value() : Value(impl_.get(), id, 0);
}

Value GraphBuilder::Op(const std::string& op, std::vector<Input> inputs, const std::string& name,
                       Attrs attrs) {
  return AddNode(CallText("Op", op), op, inputs, name, attrs);
}

Value GraphBuilder::Placeholder(const std::string& name, DataType dtype, PartialTensorShape shape) {
  return AddNode(CallText("Placeholder", name), "Placeholder", {}, name,
                 {{"dtype", dtype}, {"shape", shape}});
}

Value GraphBuilder::Const(const Tensor& value, const std::string& name) {
  return AddNode("Const", "Const", {}, name, {{"dtype", value.dtype()}, {"value", value}});
}

Value GraphBuilder::ReadValue(const std::string& id, Value init, const std::string& name) {
  if (!impl_->error.ok()) return Value();
  const absl::Status status = impl_->CheckValue(init);
  if (!status.ok()) {
    impl_->Fail(CallText("ReadValue", id), name, status);
    return Value();
  }
  return ReadValue(id, init, impl_->TypeOf(init), impl_->StaticShapeOf(init), name);
}

Value GraphBuilder::ReadValue(const std::string& id, Value init, DataType dtype,
                              PartialTensorShape shape, const std::string& name) {
  return AddNode(CallText("ReadValue", id), "ReadValue", {Input({init})}, name,
                 {{"variable_id", id}, {"variable_type", dtype}, {"variable_shape", shape}});
}

Value GraphBuilder::ReadValue(const std::string& id, DataType dtype, PartialTensorShape shape,
                              const std::string& name) {
  return AddNode(CallText("ReadValue", id), "ReadValue", {Input(std::vector<Value>())}, name,
                 {{"variable_id", id}, {"variable_type", dtype}, {"variable_shape", shape}});
}

Value GraphBuilder::Assign(const std::string& id, Value value, const std::string& name) {
  return AddNode(CallText("Assign", id), "Assign", {value}, name, {{"variable_id", id}});
}

void GraphBuilder::AddControlInput(Value node, Value runs_before) {
  if (!impl_->error.ok()) return;
  for (Value value : {node, runs_before}) {
    if (value.owner_ != impl_.get()) {
      impl_->Fail("AddControlInput", "",
                  absl::InvalidArgumentError("the value is empty or of another GraphBuilder"));
      return;
    }
  }
  impl_->nodes[static_cast<size_t>(node.node_)].controls.push_back(
      impl_->nodes[static_cast<size_t>(runs_before.node_)].def.name());
}

void GraphBuilder::SetDevice(Value node, const std::string& device) {
  if (!impl_->error.ok()) return;
  if (node.owner_ != impl_.get()) {
    impl_->Fail("SetDevice", "",
                absl::InvalidArgumentError("the value is empty or of another GraphBuilder"));
    return;
  }
  impl_->nodes[static_cast<size_t>(node.node_)].def.set_device(device);
}

absl::StatusOr<Graph> GraphBuilder::Build() const {
  OPGRAFT_RETURN_IF_ERROR(impl_->error);
  if (!impl_->args.empty() || !impl_->results.empty()) {
    return absl::InvalidArgumentError(
        "GraphBuilder::Build: Arg and Return are for the body of a function; give this builder to "
        "Function or If");
  }
  ImportOptions options;
  options.registry = impl_->registry;
  return Graph::Import(impl_->ToGraphDef(), options);
}

}  // namespace opgraft
