// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/lazy_kernels.h"

#include <algorithm>
#include <memory>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/kernel_check.h"
#include "framework/op/op_registry.h"

namespace opgraft_internal {
namespace {

SpecProblem ProblemOf(const KernelRegistration& kernel, const std::string& problem) {
  return {kernel.location,
          absl::StrCat(ShowLocation(kernel.location), ": REGISTER_KERNEL_BUILDER(Name(\"",
                       kernel.spec.op, "\")): ", problem)};
}

std::string RegisteredTwice(const KernelRegistration& first, const KernelRegistration& second) {
  return absl::StrCat(second.spec.DebugString(), kRegisteredTwice, ShowLocation(first.location),
                      " and ", ShowLocation(second.location),
                      ". Remove one, or give one a Priority or Label.");
}

// Finds kernels that no node can tell apart.
class TwinFinder {
 public:
  // The first of the kernels given so far that equals this one, which is kept if there is none.
  const KernelRegistration* Find(const KernelRegistration& kernel) {
    const auto [place, is_new] = known_.emplace(KernelKey(kernel.spec), &kernel);
    return is_new ? nullptr : place->second;
  }

 private:
  absl::flat_hash_map<std::string, const KernelRegistration*> known_;
};

bool SamePlace(const KernelRegistration& a, const KernelRegistration& b) {
  return a.location.line == b.location.line && a.class_name == b.class_name &&
         absl::string_view(a.location.file) == b.location.file;
}

}  // namespace

void LazyKernels::MakeAdded(Checked* result) const {
  result->added = made_;
  for (const absl::Span<const UnmadeKernel> run : unmade_) {
    for (const UnmadeKernel& kernel : run) {
      result->owned.push_back(std::make_unique<const KernelRegistration>(kernel.Make()));
      result->added.push_back(result->owned.back().get());
    }
  }
}

LazyKernels::Checked LazyKernels::Check() const {
  Checked result;
  TwinFinder twins;
  if (base_ != nullptr) {
    for (const KernelRegistration* kernel : base_->good().kernels()) {
      twins.Find(*kernel);
      result.good.Add(kernel);
    }
  }
  MakeAdded(&result);
  if (result.added.empty() || ops_->Find(result.added[0]->spec.op) == nullptr) return result;
  for (const KernelRegistration* kernel : result.added) {
    const std::vector<std::string> wrong = KernelProblems(kernel->spec, *ops_, {});
    for (const std::string& problem : wrong) result.problems.push_back(ProblemOf(*kernel, problem));
    if (!wrong.empty()) continue;
    const KernelRegistration* twin = twins.Find(*kernel);
    if (twin != nullptr && SamePlace(*twin, *kernel)) continue;
    if (twin != nullptr)
      result.problems.push_back(ProblemOf(*kernel, RegisteredTwice(*twin, *kernel)));
    result.good.Add(kernel);
  }
  return result;
}

std::vector<SpecProblem> LazyKernels::Problems(const std::vector<RefusedOp>& refused) const {
  const std::vector<const KernelRegistration*>& added = checked().added;
  if (added.empty()) return {};
  const std::string& op = added[0]->spec.op;
  if (ops_->Find(op) != nullptr) return checked().problems;
  const auto names_it = [&](const RefusedOp& other) { return other.name == op; };
  if (std::any_of(refused.begin(), refused.end(), names_it)) return {};
  std::vector<SpecProblem> problems;
  for (const KernelRegistration* kernel : added) {
    for (const std::string& problem : KernelProblems(kernel->spec, *ops_, refused))
      problems.push_back(ProblemOf(*kernel, problem));
  }
  return problems;
}

}  // namespace opgraft_internal
