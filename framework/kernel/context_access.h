// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_CONTEXT_ACCESS_H_
#define FRAMEWORK_KERNEL_CONTEXT_ACCESS_H_

#include "framework/kernel/op_kernel_context.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The runtime's half of OpKernelContext: the executor makes one for each frame, points it at a
// step, calls the kernel, and looks at what became of it. Thread safety is the context's. Nothing
// here fails.
//
// Example:
//   OpKernelContext context = ContextAccess::Make(&run);
//   ContextAccess::Bind(&context, &step.binding);
//   step.binding.kernel->Compute(&context);
//   if (ContextAccess::needs_look(context)) ...
struct ContextAccess {
  // `run` must outlive the context.
  static OpKernelContext Make(const KernelRunState* run) { return OpKernelContext(run); }
  // Points the context at the next step.
  static void Bind(OpKernelContext* context, const KernelBinding* binding) {
    context->Bind(binding);
  }
  static const KernelBinding& binding(const OpKernelContext& context) { return *context.binding_; }
  static const KernelRunState& run(const OpKernelContext& context) { return *context.run_; }
  // True if the status, the set of outputs or an output's shape must be checked after Compute. One
  // test, so that a step that went well costs no more: false promises that there is no error, that
  // all outputs are set, and that every shape is one that its spec's promise admits.
  static bool needs_look(const OpKernelContext& context) {
    return (context.missing_ | static_cast<uint64_t>(context.needs_look_)) != 0;
  }
  static bool all_outputs_set(const OpKernelContext& context) {
    return context.missing_ == 0 && (context.num_outputs() < 64 || context.missing_of_many_ == 0);
  }
  // -1 if all are set.
  static int first_missing_output(const OpKernelContext& context) {
    return context.first_missing_output();
  }
  static void ClearStatus(OpKernelContext* context) { context->status_ = absl::OkStatus(); }
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_KERNEL_CONTEXT_ACCESS_H_
