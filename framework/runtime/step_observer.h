// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_STEP_OBSERVER_H_
#define FRAMEWORK_RUNTIME_STEP_OBSERVER_H_

#include <cstddef>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/runtime/step_names.h"

namespace opgraft {

// Watches the kernels of a run (RunOptions::observer): a profiler, a debug check. The run calls it
// on its own thread around each kernel, of inlined and called functions too; StepNode(program, pc)
// and CallPath(program, pc) tell which. A run without an observer has no calls to one, so it costs
// nothing then.
//
// Example, the kernel that ran last:
//
//   class LastKernel : public StepObserver {
//    public:
//     void BeforeKernel(const Program& program, size_t pc, const OpKernelContext&) override {
//       name = CallPath(program, pc);
//     }
//     absl::Status AfterKernel(const Program&, size_t, const OpKernelContext&) override {
//       return absl::OkStatus();
//     }
//     std::string name;
//   };
class StepObserver {
 public:
  virtual ~StepObserver() = default;
  // Step `pc` of `program` is about to compute; `context` has its inputs.
  virtual void BeforeKernel(const opgraft_internal::Program& program, size_t pc,
                            const OpKernelContext& context) = 0;
  // It has computed and succeeded: `context` has its outputs too. An error ends the run, with the
  // node in front. Not called for a kernel that failed or threw.
  virtual absl::Status AfterKernel(const opgraft_internal::Program& program, size_t pc,
                                   const OpKernelContext& context) = 0;
};

}  // namespace opgraft

#endif  // FRAMEWORK_RUNTIME_STEP_OBSERVER_H_
