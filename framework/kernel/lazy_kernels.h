// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_LAZY_KERNELS_H_
#define FRAMEWORK_KERNEL_LAZY_KERNELS_H_

#include <memory>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/kernel/kernel_match.h"
#include "framework/kernel/kernel_spec.h"
#include "framework/op/refused_op.h"
#include "framework/op/spec_problem.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/made_once.h"

namespace opgraft {
class KernelRegistry;
class OpRegistry;
}  // namespace opgraft

namespace opgraft_internal {

// What a message about two kernels that no node can tell apart says of them.
inline constexpr absl::string_view kRegisteredTwice = " is registered twice: ";

// The registered kernels of one op in a registry: they are made, and checked against the op, when
// they are first asked for, so that a program pays for the ops that it uses. Later snapshots of
// the registry share it. Thread-safe once filled; after the first question without a lock.
//
// Example:
//   LazyKernels kernels(snapshot, ops, /*base=*/nullptr);
//   kernels.Add(unmade);                             // runs none of the registrations' code
//   kernels.good().FindBest(node.attrs, DEVICE_CPU);  // makes and checks them
class LazyKernels {
 public:
  // Adds to the good kernels of `base`, if not null. Borrows all; `snapshot` is only told.
  LazyKernels(const KernelRegistry* snapshot, const OpRegistry* ops, const LazyKernels* base)
      : snapshot_(snapshot), ops_(ops), base_(base) {}
  LazyKernels(const LazyKernels&) = delete;
  LazyKernels& operator=(const LazyKernels&) = delete;

  // The registry that this was made for.
  const KernelRegistry* snapshot() const { return snapshot_; }

  // Only before the first question. Borrows the kernels.
  void Add(const KernelRegistration* kernel) { made_.push_back(kernel); }
  void Add(absl::Span<const UnmadeKernel> kernels) { unmade_.push_back(kernels); }

  // The right ones, in order of registration; of kernels registered twice at one place the first.
  // None if there is no such op. Lives as long as this.
  const KernelsOfOp& good() const { return checked().good; }
  // What is wrong with the kernels that were added to the base. If there is no such op, with all of
  // them; it may be one of `refused`, whose own registration is wrong, and then nothing is said.
  std::vector<SpecProblem> Problems(const std::vector<RefusedOp>& refused) const;

 private:
  struct Checked {
    std::vector<const KernelRegistration*> added;
    std::vector<std::unique_ptr<const KernelRegistration>> owned;  // some of them
    KernelsOfOp good;
    std::vector<SpecProblem> problems;
  };
  // What the first question makes and all later ones read.
  const Checked& checked() const {
    return checked_.Get([this] { return Check(); });
  }
  Checked Check() const;
  void MakeAdded(Checked* result) const;

  const KernelRegistry* const snapshot_;
  const OpRegistry* const ops_;
  const LazyKernels* const base_;
  // Nearly always a single run.
  absl::InlinedVector<absl::Span<const UnmadeKernel>, 1> unmade_;
  std::vector<const KernelRegistration*> made_;
  MadeOnce<Checked> checked_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_KERNEL_LAZY_KERNELS_H_
