// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/kernel_registry.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/kernel/kernel_check.h"
#include "framework/op/op_registry.h"
#include "framework/op/spec_problem.h"

namespace opgraft {
namespace {

SpecProblem ProblemOf(const KernelRegistration& kernel, const std::string& problem) {
  return {kernel.location,
          absl::StrCat(ShowLocation(kernel.location), ": REGISTER_KERNEL_BUILDER(Name(\"",
                       kernel.spec.op, "\")): ", problem)};
}

std::string RegisteredTwice(const KernelRegistration& first, const KernelRegistration& second) {
  return absl::StrCat(
      second.spec.DebugString(), " is registered twice: ", ShowLocation(first.location), " and ",
      ShowLocation(second.location), ". Remove one, or give one a Priority or Label.");
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

// The status of two reports, one after the other.
absl::Status Join(const absl::Status& a, const absl::Status& b) {
  if (a.ok() || b.ok()) return a.ok() ? b : a;
  return absl::InvalidArgumentError(absl::StrCat(a.message(), "\n", b.message()));
}

absl::Status Tie(const NodeProperties& node, const KernelsOfOp::Best& best) {
  const auto describe = [](std::string* out, const KernelRegistration* kernel) {
    absl::StrAppend(out, kernel->spec.DebugString(), " (", ShowLocation(kernel->location), ")");
  };
  return absl::InvalidArgumentError(
      absl::StrCat("{{node ", node.name, "}} ", node.op_name, ": ", best.size(),
                   " kernels fit at the same priority: ", absl::StrJoin(best, " and ", describe),
                   ". Remove one, or give one a Priority or Label."));
}

}  // namespace

absl::StatusOr<const KernelRegistration*> KernelRegistry::Find(const NodeProperties& node,
                                                               absl::string_view device) const {
  const auto found = kernels_.find(node.op_name);
  if (found != kernels_.end()) {
    KernelsOfOp::Best best = found->second.FindBest(node.attrs, device);
    if (best.empty()) best = found->second.FindBest(node.attrs, DEVICE_DEFAULT);
    if (best.size() == 1) return best[0];
    if (best.size() > 1) return Tie(node, best);
  }
  return NoKernel(node, device);
}

absl::Span<const KernelRegistration* const> KernelRegistry::KernelsOf(absl::string_view op) const {
  const auto found = kernels_.find(op);
  return found == kernels_.end() ? absl::Span<const KernelRegistration* const>()
                                 : found->second.kernels();
}

std::vector<const KernelRegistration*> KernelRegistry::List() const {
  std::vector<const KernelRegistration*> kernels;
  for (const auto& kernel : owned_) kernels.push_back(kernel.get());
  std::stable_sort(kernels.begin(), kernels.end(),
                   [](const KernelRegistration* a, const KernelRegistration* b) {
                     return a->spec.op < b->spec.op;
                   });
  return kernels;
}

void KernelRegistry::Add(std::shared_ptr<const KernelRegistration> kernel) {
  kernels_[kernel->spec.op].Add(kernel.get());
  owned_.push_back(std::move(kernel));
}

KernelRegistryBuilder::KernelRegistryBuilder(std::shared_ptr<const OpRegistry> ops,
                                             std::shared_ptr<const KernelRegistry> base)
    : ops_(std::move(ops)), base_(std::move(base)) {}

KernelRegistryBuilder& KernelRegistryBuilder::Add(KernelRegistration kernel) {
  kernels_.push_back(std::move(kernel));
  return *this;
}

KernelRegistryBuilder& KernelRegistryBuilder::IgnoreOps(std::vector<RefusedOp> ops) {
  ignored_ops_ = std::move(ops);
  return *this;
}

std::shared_ptr<KernelRegistry> KernelRegistryBuilder::Collect(absl::Status* problems) const {
  auto registry = std::make_shared<KernelRegistry>();
  registry->ops_ = ops_;
  TwinFinder twins;
  if (base_ != nullptr) {
    for (const auto& kernel : base_->owned_) {
      twins.Find(*kernel);
      registry->Add(kernel);
    }
  }
  std::vector<SpecProblem> list;
  absl::flat_hash_set<std::string> ignored;
  for (const RefusedOp& op : ignored_ops_) ignored.insert(op.name);
  for (const KernelRegistration& kernel : kernels_) {
    if (ignored.contains(kernel.spec.op)) continue;
    const std::vector<std::string> wrong = KernelProblems(kernel.spec, *ops_, ignored_ops_);
    for (const std::string& problem : wrong) list.push_back(ProblemOf(kernel, problem));
    if (!wrong.empty()) continue;
    auto kept = std::make_shared<KernelRegistration>(kernel);
    const KernelRegistration* twin = twins.Find(*kept);
    if (twin != nullptr && SamePlace(*twin, kernel)) continue;
    if (twin != nullptr) list.push_back(ProblemOf(kernel, RegisteredTwice(*twin, kernel)));
    registry->Add(std::move(kept));
  }
  *problems = ProblemsToStatus(std::move(list));
  registry->errors_ = Join(base_ != nullptr ? base_->errors_ : ops_->errors(), *problems);
  return registry;
}

absl::StatusOr<std::shared_ptr<const KernelRegistry>> KernelRegistryBuilder::Build() const {
  absl::Status problems;
  std::shared_ptr<const KernelRegistry> registry = Collect(&problems);
  if (!problems.ok()) return problems;
  return registry;
}

std::shared_ptr<const KernelRegistry> KernelRegistryBuilder::BuildKeepingGood() const {
  absl::Status problems;
  return Collect(&problems);
}

}  // namespace opgraft
