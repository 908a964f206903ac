// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "testing/op_tester.h"

#include "absl/strings/str_cat.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/kernel/standalone_kernel_call.h"
#include "framework/op/make_node_properties.h"
#include "framework/op/op_registry.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/node_def.pb.h"

namespace opgraft {

OpTester::OpTester() : registry_(KernelRegistry::Global()) {}
OpTester::~OpTester() = default;

absl::Status OpTester::Init(int graph_def_version) {
  // Wrong registrations are not in the registry; the test should report them first.
  absl::StatusOr<const OpRegistrationData*> op = registry_->ops().LookUp(node_def_.op());
  if (!op.ok()) return registry_->errors().ok() ? op.status() : registry_->errors();
  OPGRAFT_ASSIGN_OR_RETURN(const std::shared_ptr<const NodeProperties> node,
                           MakeNodeProperties(node_def_.proto(), **op, graph_def_version));
  OPGRAFT_ASSIGN_OR_RETURN(kernel_, CreateOpKernel(*registry_, node, device_, &resources_));
  return absl::OkStatus();
}

absl::StatusOr<Tensor> OpTester::MakeInput(size_t index, DataType dtype,
                                           const TensorShape& shape) const {
  if (kernel_ == nullptr) return absl::InvalidArgumentError("inputs are added after InitOp()");
  const int i = static_cast<int>(index);
  if (i >= kernel_->num_inputs()) {
    return absl::InvalidArgumentError(absl::StrCat(
        kernel_->type_string(), " has ", kernel_->num_inputs(), " inputs; this is one more"));
  }
  const DataType wanted = BaseType(kernel_->input_type(i));
  if (wanted != dtype) {
    return absl::InvalidArgumentError(
        absl::StrCat("input ", i, " '", kernel_->properties().InputName(i), "' is ",
                     DataTypeString(wanted), ", not ", DataTypeString(dtype)));
  }
  return Tensor::Create(dtype, shape);
}

absl::Status OpTester::Run(absl::Span<const TensorValue> inputs) {
  outputs_.clear();
  if (kernel_ == nullptr)
    return absl::FailedPreconditionError("RunOpKernel() needs InitOp() first");
  std::vector<Tensor> tensors;
  for (const TensorValue& input : inputs)
    tensors.push_back(input.tensor == nullptr ? Tensor() : *input.tensor);
  call_ = std::make_unique<StandaloneKernelCall>(kernel_.get(), tensors, &resources_, device_);
  const absl::Status status = call_->Run();
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].is_ref() && inputs[i].tensor != nullptr)
      *inputs[i].tensor = call_->input(static_cast<int>(i));
  }
  if (status.ok()) outputs_ = call_->outputs();
  return status;
}

OpKernelContext* OpTester::context() { return call_ == nullptr ? nullptr : call_->context(); }

Tensor* OpTester::output(int index) {
  return index >= 0 && static_cast<size_t>(index) < outputs_.size()
             ? &outputs_[static_cast<size_t>(index)]
             : nullptr;
}

}  // namespace opgraft
