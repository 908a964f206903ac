// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_INPUT_CHECKER_H_
#define FRAMEWORK_RUNTIME_INPUT_CHECKER_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "framework/runtime/step_observer.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Finds kernels that write into their inputs (RunOptions::check_inputs): sums up every input before
// a kernel and after it. A changed one ends the run with INTERNAL. It holds the inputs meanwhile,
// so that no kernel is given one to write over. References are meant to be written; resources and
// variants are not looked into. Thread-compatible.
class InputChecker : public StepObserver {
 public:
  // `next` (may be null) watches the run too; borrowed.
  explicit InputChecker(StepObserver* next) : next_(next) {}

  void BeforeKernel(const Program& program, size_t pc, const OpKernelContext& context) override;
  absl::Status AfterKernel(const Program& program, size_t pc,
                           const OpKernelContext& context) override;

 private:
  struct Input {
    Tensor tensor;
    uint64_t sum = 0;
  };

  StepObserver* const next_;
  std::vector<Input> inputs_;  // of the kernel that computes
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_INPUT_CHECKER_H_
