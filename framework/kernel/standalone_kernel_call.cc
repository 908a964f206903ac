// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/standalone_kernel_call.h"

#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/kernel/context_access.h"
#include "framework/kernel/kernel_call.h"
#include "framework/kernel/kernel_crash_note.h"
#include "framework/kernel/resource_mgr.h"
#include "framework/op/op_registry.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

absl::Status WrongType(const NodeProperties& node, size_t input, DataType given) {
  return WithNode(node, absl::InvalidArgumentError(absl::StrCat(
                            "input ", input, " '", node.InputName(static_cast<int>(input)),
                            "' must be ", DataTypeString(BaseType(node.input_types[input])),
                            ", got ", DataTypeString(given))));
}

absl::Status CheckInputs(const NodeProperties& node, absl::Span<const Tensor> inputs) {
  if (inputs.size() != node.input_types.size()) {
    return WithNode(node, absl::InvalidArgumentError(absl::StrCat("needs ", node.input_types.size(),
                                                                  " inputs, got ", inputs.size())));
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].dtype() != BaseType(node.input_types[i]))
      return WrongType(node, i, inputs[i].dtype());
  }
  return absl::OkStatus();
}

KernelRunState MakeSurroundings(ResourceMgr* resources, DeviceBase* device) {
  KernelRunState run;
  run.device = device == nullptr ? DeviceBase::Cpu() : device;
  run.resource_manager = resources;
  run.state = resources == nullptr ? nullptr : resources->state();
  return run;
}

KernelRunState MakeRunState(std::vector<Tensor>* slots, std::vector<BufferRegion>* regions,
                            const std::vector<int32_t>& slot_region, KernelRunState run) {
  run.slots = slots->data();
  run.regions = regions->data();
  run.slot_region = slot_region.data();
  return run;
}

std::vector<Tensor> MakeSlots(absl::Span<const Tensor> inputs, int num_outputs) {
  std::vector<Tensor> slots(inputs.begin(), inputs.end());
  slots.resize(inputs.size() + static_cast<size_t>(num_outputs));
  return slots;
}

}  // namespace

StandaloneKernelCall::StandaloneKernelCall(OpKernel* kernel, absl::Span<const Tensor> inputs,
                                           ResourceMgr* resources, DeviceBase* device)
    : StandaloneKernelCall(kernel, inputs, MakeSurroundings(resources, device)) {}

StandaloneKernelCall::StandaloneKernelCall(OpKernel* kernel, absl::Span<const Tensor> inputs,
                                           const KernelRunState& surroundings)
    : slots_(MakeSlots(inputs, kernel->num_outputs())),
      regions_(static_cast<size_t>(kernel->num_outputs())),
      slot_region_(slots_.size(), -1),
      indexes_(slots_.size()),
      output_specs_(kernel->output_types().begin(), kernel->output_types().end()),
      run_(MakeRunState(&slots_, &regions_, slot_region_, surroundings)),
      context_(ContextAccess::Make(&run_)) {
  std::iota(slot_region_.begin() + static_cast<std::ptrdiff_t>(inputs.size()), slot_region_.end(),
            0);
  std::iota(indexes_.begin(), indexes_.end(), 0);
  binding_.kernel = kernel;
  binding_.inputs = indexes_.data();
  binding_.outputs = indexes_.data() + inputs.size();
  binding_.output_specs = output_specs_.data();
  binding_.num_inputs = static_cast<int32_t>(inputs.size());
  binding_.num_outputs = kernel->num_outputs();
  ContextAccess::Bind(&context_, &binding_);
}

absl::Status StandaloneKernelCall::Run() {
  OPGRAFT_RETURN_IF_ERROR(
      CheckInputs(binding_.kernel->properties(),
                  absl::MakeConstSpan(slots_).first(static_cast<size_t>(binding_.num_inputs))));
  return CallKernel(binding_.kernel, &context_);
}

absl::StatusOr<std::unique_ptr<OpKernel>> ConstructKernel(
    const KernelRegistration& kernel, std::shared_ptr<const NodeProperties> node,
    DeviceBase* device, ResourceMgr* resources, const std::string& state_id) {
  OpKernelConstruction construction(node, device == nullptr ? DeviceBase::Cpu() : device,
                                    resources);
  if (!state_id.empty()) construction.set_state_id(state_id);
  std::unique_ptr<OpKernel> made;
  try {
    AccessScope scope;
    const KernelCrashNote note("the constructor", *node, &kernel);
    const CrashNoteScope noted(&note);
    made.reset(kernel.factory(&construction));
  } catch (...) {
    return StatusFromConstructorException(*node);
  }
  if (!construction.status().ok()) return WithNode(*node, construction.status());
  NoteKernelOrigin(made.get(), &kernel);
  return made;
}

absl::StatusOr<std::unique_ptr<OpKernel>> CreateOpKernel(const KernelRegistry& registry,
                                                         std::shared_ptr<const NodeProperties> node,
                                                         DeviceBase* device,
                                                         ResourceMgr* resources) {
  if (node->op == nullptr) {
    const auto op = registry.ops().LookUp(node->op_name);
    if (!op.ok()) return WithNode(*node, op.status());
  }
  if (device == nullptr) device = DeviceBase::Cpu();
  OPGRAFT_ASSIGN_OR_RETURN(const KernelRegistration* kernel,
                           registry.Find(*node, device->device_type()));
  return ConstructKernel(*kernel, std::move(node), device, resources);
}

absl::StatusOr<std::vector<Tensor>> RunKernel(OpKernel* kernel, absl::Span<const Tensor> inputs,
                                              ResourceMgr* resources, DeviceBase* device) {
  StandaloneKernelCall call(kernel, inputs, resources, device);
  OPGRAFT_RETURN_IF_ERROR(call.Run());
  return call.outputs();
}

absl::StatusOr<std::vector<Tensor>> RunKernel(const KernelRegistry& registry,
                                              std::shared_ptr<const NodeProperties> node,
                                              absl::Span<const Tensor> inputs) {
  OPGRAFT_ASSIGN_OR_RETURN(const std::unique_ptr<OpKernel> kernel,
                           CreateOpKernel(registry, std::move(node), nullptr));
  return RunKernel(kernel.get(), inputs);
}

}  // namespace opgraft_internal
