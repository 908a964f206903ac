#include "testing/op_tester.h"

#include "absl/strings/str_cat.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/kernel/standalone_kernel_call.h"
#include "framework/op/node_properties_maker.h"
#include "framework/op/op_registry.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/node_def.pb.h"

namespace opgraft {

OpTester::OpTester() : registry_(KernelRegistry::Global()) {}
OpTester::~OpTester() = default;

absl::Status OpTester::Init(int graph_def_version) {
  // A registration that is wrong is left out of the registry; the test is to hear of it first.
  absl::StatusOr<const OpRegistrationData*> op = registry_->ops().LookUp(node_def_.op());
  if (!op.ok()) return registry_->errors().ok() ? op.status() : registry_->errors();
  OPGRAFT_ASSIGN_OR_RETURN(const std::shared_ptr<const NodeProperties> node,
                           MakeNodeProperties(node_def_.proto(), **op, graph_def_version));
  OPGRAFT_ASSIGN_OR_RETURN(kernel_, CreateOpKernel(*registry_, node, device_, &resources_));
  return absl::OkStatus();
}

absl::StatusOr<Tensor*> OpTester::AddInput(DataType dtype, const TensorShape& shape) {
  if (kernel_ == nullptr) return absl::InvalidArgumentError("inputs are added after InitOp()");
  const int index = static_cast<int>(inputs_.size());
  if (index >= kernel_->num_inputs()) {
    return absl::InvalidArgumentError(
        absl::StrCat(kernel_->type_string(), " has ", kernel_->num_inputs(), " inputs; this is one more"));
  }
  if (BaseType(kernel_->input_type(index)) != dtype) {
    return absl::InvalidArgumentError(absl::StrCat("input ", index, " '", kernel_->properties().InputName(index),
                                                   "' is ", DataTypeString(BaseType(kernel_->input_type(index))),
                                                   ", not ", DataTypeString(dtype)));
  }
  OPGRAFT_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Create(dtype, shape));
  return &inputs_.emplace_back(std::move(tensor));
}

absl::Status OpTester::Run() {
  outputs_.clear();
  if (kernel_ == nullptr) return absl::FailedPreconditionError("RunOpKernel() needs InitOp() first");
  const std::vector<Tensor> inputs(inputs_.begin(), inputs_.end());
  OPGRAFT_ASSIGN_OR_RETURN(outputs_, RunKernel(kernel_.get(), inputs, &resources_, device_));
  return absl::OkStatus();
}

Tensor* OpTester::output(int index) {
  return index >= 0 && static_cast<size_t>(index) < outputs_.size() ? &outputs_[static_cast<size_t>(index)] : nullptr;
}

}  // namespace opgraft
