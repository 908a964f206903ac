// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_LAZY_KERNELS_H_
#define FRAMEWORK_KERNEL_LAZY_KERNELS_H_

#include <memory>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "framework/kernel/kernel_match.h"
#include "framework/kernel/kernel_spec.h"
#include "framework/op/refused_op.h"
#include "framework/op/spec_problem.h"
#include "framework/types/made_once.h"

namespace opgraft {

class OpRegistry;

// The registered kernels of one op in a registry: they are checked against the op when somebody
// first asks for them, so that a program pays for the ops that it uses. Shares the registrations
// with the process's list. Thread-safe once filled; after the first question without a lock.
// Snapshots of the registry share it.
class LazyKernels {
 public:
  // Adds to the good kernels of `base`, if not null. Borrows `ops`.
  LazyKernels(const OpRegistry* ops, std::shared_ptr<const LazyKernels> base)
      : ops_(ops), base_(std::move(base)) {}

  // Only before the first question.
  void Add(std::shared_ptr<const KernelRegistration> kernel) {
    added_.push_back(std::move(kernel));
  }

  // The right ones, in order of registration; of kernels registered twice at one place the first.
  // None if there is no such op.
  const KernelsOfOp& good() const { return checked().good; }
  // What is wrong with the kernels that were added to the base. If there is no such op, with all of
  // them; it may be one of `refused`, whose own registration is wrong, and then nothing is said.
  std::vector<SpecProblem> Problems(const std::vector<RefusedOp>& refused) const;

 private:
  struct Checked {
    KernelsOfOp good;
    std::vector<SpecProblem> problems;
  };
  const Checked& checked() const {
    return checked_.Get([this] { return Check(); });
  }
  Checked Check() const;

  const OpRegistry* const ops_;
  const std::shared_ptr<const LazyKernels> base_;
  absl::InlinedVector<std::shared_ptr<const KernelRegistration>, 4> added_;
  MadeOnce<Checked> checked_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_LAZY_KERNELS_H_
