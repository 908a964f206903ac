// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/kernel_checker.h"

#include <algorithm>

#include "absl/hash/hash.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/context_access.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/standalone_kernel_call.h"
#include "framework/runtime/program.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

uint64_t SumOf(const Tensor& tensor) {
  if (DataTypeCanUseMemcpy(tensor.dtype())) return absl::HashOf(tensor.tensor_data());
  uint64_t sum = 0;
  if (tensor.dtype() == DT_STRING && tensor.data() != nullptr) {
    const auto* strings = static_cast<const tstring*>(tensor.data());
    for (int64_t i = 0; i < tensor.NumElements(); ++i) sum = absl::HashOf(sum, strings[i]);
  }
  return sum;
}

std::vector<Tensor> OutputsOf(const OpKernelContext& context) {
  std::vector<Tensor> outputs;
  for (int i = 0; i < context.num_outputs(); ++i) outputs.push_back(*context.output(i));
  return outputs;
}

absl::Status Fault(absl::string_view what) {
  return absl::InternalError(absl::StrCat("the kernel ", what));
}

// Calls the kernel once more, apart from the run, on the same inputs.
absl::StatusOr<std::vector<Tensor>> CallAgain(const OpKernelContext& context, uint8_t poison) {
  std::vector<Tensor> inputs;
  for (int i = 0; i < context.num_inputs(); ++i) inputs.push_back(context.input(i));
  CheckedCall checked(poison);
  StandaloneKernelCall call(ContextAccess::binding(context).kernel, inputs,
                            ContextAccess::run(context));
  const absl::Status status = call.Run();
  checked.End();
  if (!status.ok()) {
    return absl::Status(
        status.code(),
        absl::StrCat("called again on the same inputs (RunOptions::check): ", status.message()));
  }
  return call.outputs();
}

}  // namespace

void KernelChecker::BeforeKernel(const Program& program, size_t pc,
                                 const OpKernelContext& context) {
  inputs_.clear();
  for (int i = 0; i < context.num_inputs(); ++i) {
    // What is not summed up has a place too: inputs keep their indices.
    Input& input = inputs_.emplace_back();
    if (context.input_is_ref(i)) continue;
    input.tensor = context.input(i);
    input.sum = SumOf(input.tensor);
  }
  if (next_ != nullptr) next_->BeforeKernel(program, pc, context);
  PutRegionsAside(program, context);
  call_.emplace(CheckedCall::kPoisons[0]);
}

// A region keeps its buffer for a kernel that only passes an input on: the output then views it.
void KernelChecker::PutRegionsAside(const Program& program, const OpKernelContext& context) {
  const KernelRunState& run = ContextAccess::run(context);
  for (int i = 0; i < context.num_outputs(); ++i) {
    const int32_t index = run.slot_region[ContextAccess::binding(context).outputs[i]];
    if (index < 0) continue;
    BufferRegion* const region = &run.regions[index];
    Region aside;
    aside.region = region;
    aside.reserved_bytes = program.memory.reserved_bytes[static_cast<size_t>(index)];
    aside.aside = std::move(*region);
    *region = BufferRegion();
    regions_.push_back(std::move(aside));
  }
}

void KernelChecker::PutRegionsBack() {
  for (Region& region : regions_) {
    if (region.region->buffer() == nullptr) *region.region = std::move(region.aside);
    region.region->Reserve(region.reserved_bytes);
  }
  regions_.clear();
}

absl::Status KernelChecker::CheckInputs(const OpKernelContext& context) const {
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const int index = static_cast<int>(i);
    if (context.input_is_ref(index) || SumOf(inputs_[i].tensor) == inputs_[i].sum) continue;
    return Fault(absl::StrCat("changed its input ", index, " '",
                              context.op_kernel().properties().InputName(index),
                              "'; use forward_input_or_allocate_output or copy"));
  }
  return absl::OkStatus();
}

absl::Status KernelChecker::CheckRepeated(const OpKernelContext& context,
                                          const std::vector<Tensor>& outputs) {
  const NodeProperties& node = context.op_kernel().properties();
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<Tensor> other,
                           CallAgain(context, CheckedCall::kPoisons[1]));
  const CallDifference difference = FindCallDifference(node, outputs, other);
  if (difference.where.empty()) return absl::OkStatus();
  if (difference.is_unwritten)
    return Fault(absl::StrCat("succeeded, but ", UnwrittenText(difference)));
  // A kernel whose results vary by themselves (a sum in an order of its threads) is none of ours.
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<Tensor> first,
                           CallAgain(context, CheckedCall::kPoisons[0]));
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<Tensor> second,
                           CallAgain(context, CheckedCall::kPoisons[1]));
  if (!FindCallDifference(node, outputs, first).where.empty() ||
      !FindCallDifference(node, other, second).where.empty())
    return absl::OkStatus();
  return Fault(absl::StrCat("read memory that it had not written: ", difference.where,
                            " depends on what lay there before"));
}

absl::Status KernelChecker::AfterKernel(const Program& program, size_t pc,
                                        const OpKernelContext& context) {
  call_->End();
  const NodeProperties& node = context.op_kernel().properties();
  std::vector<Tensor> outputs = OutputsOf(context);
  const std::string fault = call_->FindFault(node, outputs);
  PutRegionsBack();
  if (!fault.empty()) return Fault(fault);
  OPGRAFT_RETURN_IF_ERROR(CheckInputs(context));
  if (IsRepeatable(node)) OPGRAFT_RETURN_IF_ERROR(CheckRepeated(context, outputs));
  outputs.clear();
  inputs_.clear();
  return next_ == nullptr ? absl::OkStatus() : next_->AfterKernel(program, pc, context);
}

}  // namespace opgraft_internal
