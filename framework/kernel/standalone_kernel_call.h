// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Kernels without a plan: making one for a node, and running it once on given tensors.
#ifndef FRAMEWORK_KERNEL_STANDALONE_KERNEL_CALL_H_
#define FRAMEWORK_KERNEL_STANDALONE_KERNEL_CALL_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/op/node_properties.h"
#include "framework/tensor/buffer_region.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Finds the node's kernel and constructs it. In this order: NOT_FOUND for an op that is not
// registered, INVALID_ARGUMENT for a node that does not fit its op, NOT_FOUND or INVALID_ARGUMENT
// when no kernel is right, and what the constructor reports. `device` (null: DeviceBase::Cpu())
// must outlive the kernel; `resources` may be null.
absl::StatusOr<std::unique_ptr<OpKernel>> CreateOpKernel(const KernelRegistry& registry,
                                                         std::shared_ptr<const NodeProperties> node,
                                                         DeviceBase* device,
                                                         ResourceMgr* resources = nullptr);
// The same with a kernel that Find has chosen. `state_id` names it among the kernels of its model;
// "": the node's name does.
absl::StatusOr<std::unique_ptr<OpKernel>> ConstructKernel(
    const KernelRegistration& kernel, std::shared_ptr<const NodeProperties> node,
    DeviceBase* device, ResourceMgr* resources = nullptr, const std::string& state_id = "");

// One call of a kernel on given tensors. Owns the outputs and the context, so that they can be
// looked at afterwards. Thread-compatible.
//
// Example:
//   StandaloneKernelCall call(kernel, {x, y}, /*resources=*/nullptr, /*device=*/nullptr);
//   OPGRAFT_RETURN_IF_ERROR(call.Run());
//   const Tensor sum = call.outputs()[0];
class StandaloneKernelCall {
 public:
  // The inputs' buffers are shared. `kernel`, `resources` (may be null) and `device` (null:
  // DeviceBase::Cpu()) must outlive this.
  StandaloneKernelCall(OpKernel* kernel, absl::Span<const Tensor> inputs, ResourceMgr* resources,
                       DeviceBase* device);
  // The same in the surroundings of a run: its device, resources, state and cancellation.
  StandaloneKernelCall(OpKernel* kernel, absl::Span<const Tensor> inputs,
                       const KernelRunState& surroundings);

  // Once. INVALID_ARGUMENT if the inputs are not as many as, or of other types than, the node's;
  // else the kernel's error.
  absl::Status Run();

  OpKernelContext* context() { return &context_; }
  // Input `i`, or what the kernel put in its place (replace_ref_input).
  const Tensor& input(int i) const { return slots_[static_cast<size_t>(i)]; }
  // After a Run that succeeded. The caller's own.
  std::vector<Tensor> outputs() const {
    return {slots_.begin() + binding_.num_inputs, slots_.end()};
  }

 private:
  // Inputs first, which have no region, then outputs, each with its own.
  std::vector<Tensor> slots_;
  std::vector<BufferRegion> regions_;
  std::vector<int32_t> slot_region_;
  std::vector<int32_t> indexes_;
  std::vector<OutputSpec> output_specs_;
  KernelRunState run_;
  KernelBinding binding_;
  OpKernelContext context_;
};

// Runs the node's kernel once. INVALID_ARGUMENT if the inputs are not as many as, or of other types
// than, the node's; else the kernel's error. The outputs are the caller's own.
absl::StatusOr<std::vector<Tensor>> RunKernel(const KernelRegistry& registry,
                                              std::shared_ptr<const NodeProperties> node,
                                              absl::Span<const Tensor> inputs);
// The same with a kernel that exists.
absl::StatusOr<std::vector<Tensor>> RunKernel(OpKernel* kernel, absl::Span<const Tensor> inputs,
                                              ResourceMgr* resources = nullptr,
                                              DeviceBase* device = nullptr);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_KERNEL_STANDALONE_KERNEL_CALL_H_
