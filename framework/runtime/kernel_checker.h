// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_KERNEL_CHECKER_H_
#define FRAMEWORK_RUNTIME_KERNEL_CHECKER_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/optional.h"
#include "framework/kernel/checked_call.h"
#include "framework/runtime/step_observer.h"
#include "framework/tensor/buffer_region.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Finds kernels that do what shows only later, or never (RunOptions::check). The first fault ends
// the run with INTERNAL.
//
//   It sums every input up before the kernel and after it, and holds them meanwhile, so that no
//   kernel is given one to write over.
//   Outputs and temporaries lie between fences (FencedMemory): the plan's regions are put aside
//   before a kernel, so that it gets new buffers.
//   A kernel that is not stateful runs once more over another poison, on its own: an element that
//   is poison in both was never written. If other elements differ, both are repeated, and where
//   each gives the same again, it is the poison that makes the difference.
//
// References are meant to be written; resources and variants are not looked into. What a kernel
// allocates on other threads has no fences. Thread-compatible.
class KernelChecker : public StepObserver {
 public:
  // `next` (may be null) watches the run too; borrowed.
  explicit KernelChecker(StepObserver* next) : next_(next) {}
  // After a kernel that failed: gives the regions their buffers back, so the frame must still be
  // there.
  ~KernelChecker() override { PutRegionsBack(); }

  void BeforeKernel(const Program& program, size_t pc, const OpKernelContext& context) override;
  absl::Status AfterKernel(const Program& program, size_t pc,
                           const OpKernelContext& context) override;

 private:
  struct Input {
    Tensor tensor;
    uint64_t sum = 0;
  };
  struct Region {
    BufferRegion* region = nullptr;
    int64_t reserved_bytes = 0;
    BufferRegion aside;
  };

  void PutRegionsAside(const Program& program, const OpKernelContext& context);
  void PutRegionsBack();
  absl::Status CheckInputs(const OpKernelContext& context) const;
  absl::Status CheckRepeated(const OpKernelContext& context, const std::vector<Tensor>& outputs);

  StepObserver* const next_;
  // Of the kernel that computes.
  std::vector<Input> inputs_;
  std::vector<Region> regions_;
  absl::optional<CheckedCall> call_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_KERNEL_CHECKER_H_
