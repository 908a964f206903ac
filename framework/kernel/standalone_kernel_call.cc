#include "framework/kernel/standalone_kernel_call.h"

#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/kernel/kernel_call.h"
#include "framework/op/op_registry.h"
#include "framework/tensor/buffer_region.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

absl::Status CheckInputs(const NodeProperties& node, absl::Span<const Tensor> inputs) {
  if (inputs.size() != node.input_types.size()) {
    return WithNode(node, absl::InvalidArgumentError(
                              absl::StrCat("needs ", node.input_types.size(), " inputs, got ", inputs.size())));
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].dtype() == BaseType(node.input_types[i])) continue;
    return WithNode(node,
                    absl::InvalidArgumentError(absl::StrCat("input ", i, " '", node.InputName(static_cast<int>(i)),
                                                            "' must be ", DataTypeString(BaseType(node.input_types[i])),
                                                            ", got ", DataTypeString(inputs[i].dtype()))));
  }
  return absl::OkStatus();
}

// The slots of one call: inputs first, which have no region, then outputs, each with its own.
class SingleStep {
 public:
  SingleStep(OpKernel* kernel, absl::Span<const Tensor> inputs, ResourceMgr* resources, DeviceBase* device)
      : slots_(inputs.begin(), inputs.end()), regions_(static_cast<size_t>(kernel->num_outputs())) {
    slots_.resize(inputs.size() + regions_.size());
    slot_region_.assign(slots_.size(), -1);
    std::iota(slot_region_.begin() + static_cast<std::ptrdiff_t>(inputs.size()), slot_region_.end(), 0);
    indexes_.resize(slots_.size());
    std::iota(indexes_.begin(), indexes_.end(), 0);
    for (DataType type : kernel->output_types()) output_specs_.emplace_back(type);
    run_.slots = slots_.data();
    run_.regions = regions_.data();
    run_.slot_region = slot_region_.data();
    run_.device = device == nullptr ? DeviceBase::Cpu() : device;
    run_.resource_manager = resources;
    binding_.kernel = kernel;
    binding_.inputs = indexes_.data();
    binding_.outputs = indexes_.data() + inputs.size();
    binding_.output_specs = output_specs_.data();
    binding_.num_inputs = kernel->num_inputs();
    binding_.num_outputs = kernel->num_outputs();
  }

  absl::StatusOr<std::vector<Tensor>> Run() {
    OpKernelContext context(&run_);
    context.Bind(&binding_);
    OPGRAFT_RETURN_IF_ERROR(CallKernel(binding_.kernel, &context));
    return std::vector<Tensor>(slots_.begin() + binding_.num_inputs, slots_.end());  // copies count
  }

 private:
  std::vector<Tensor> slots_;
  std::vector<BufferRegion> regions_;
  std::vector<int32_t> slot_region_;
  std::vector<int32_t> indexes_;
  std::vector<OutputSpec> output_specs_;
  KernelRunState run_;
  KernelBinding binding_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<OpKernel>> ConstructKernel(const KernelRegistration& kernel,
                                                          std::shared_ptr<const NodeProperties> node,
                                                          DeviceBase* device, ResourceMgr* resources) {
  OpKernelConstruction construction(node, device == nullptr ? DeviceBase::Cpu() : device, resources);
  std::unique_ptr<OpKernel> made;
  try {
    AccessScope scope;
    made.reset(kernel.factory(&construction));
  } catch (...) {
    return StatusFromConstructorException(*node);
  }
  if (!construction.status().ok()) return WithNode(*node, construction.status());
  return made;
}

absl::StatusOr<std::unique_ptr<OpKernel>> CreateOpKernel(const KernelRegistry& registry,
                                                         std::shared_ptr<const NodeProperties> node, DeviceBase* device,
                                                         ResourceMgr* resources) {
  if (node->op == nullptr) {
    const auto op = registry.ops().LookUp(node->op_name);
    if (!op.ok()) return WithNode(*node, op.status());
  }
  if (device == nullptr) device = DeviceBase::Cpu();
  OPGRAFT_ASSIGN_OR_RETURN(const KernelRegistration* kernel, registry.Find(*node, device->device_type()));
  return ConstructKernel(*kernel, std::move(node), device, resources);
}

absl::StatusOr<std::vector<Tensor>> RunKernel(OpKernel* kernel, absl::Span<const Tensor> inputs, ResourceMgr* resources,
                                              DeviceBase* device) {
  OPGRAFT_RETURN_IF_ERROR(CheckInputs(kernel->properties(), inputs));
  return SingleStep(kernel, inputs, resources, device).Run();
}

absl::StatusOr<std::vector<Tensor>> RunKernel(const KernelRegistry& registry,
                                              std::shared_ptr<const NodeProperties> node,
                                              absl::Span<const Tensor> inputs) {
  OPGRAFT_ASSIGN_OR_RETURN(const std::unique_ptr<OpKernel> kernel, CreateOpKernel(registry, std::move(node), nullptr));
  return RunKernel(kernel.get(), inputs);
}

}  // namespace opgraft
