// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/kernel_registry.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/kernel/kernel_match.h"
#include "framework/op/op_registry.h"
#include "framework/op/spec_problem.h"

namespace opgraft {
namespace {

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
    const KernelsOfOp& kernels = found->second->good();
    KernelsOfOp::Best best = kernels.FindBest(node.attrs, device);
    if (best.empty()) best = kernels.FindBest(node.attrs, DEVICE_DEFAULT);
    if (best.size() == 1) return best[0];
    if (best.size() > 1) return Tie(node, best);
  }
  return NoKernel(node, device);
}

absl::Span<const KernelRegistration* const> KernelRegistry::KernelsOf(absl::string_view op) const {
  const auto found = kernels_.find(op);
  return found == kernels_.end() ? absl::Span<const KernelRegistration* const>()
                                 : found->second->good().kernels();
}

std::vector<const KernelRegistration*> KernelRegistry::List() const {
  std::vector<const KernelRegistration*> kernels;
  for (const auto& [op, registered] : kernels_) {
    const auto good = registered->good().kernels();
    kernels.insert(kernels.end(), good.begin(), good.end());
  }
  std::stable_sort(kernels.begin(), kernels.end(),
                   [](const KernelRegistration* a, const KernelRegistration* b) {
                     return a->spec.op < b->spec.op;
                   });
  return kernels;
}

absl::Status KernelRegistry::FindProblems() const {
  const std::vector<RefusedOp> refused = ops_->RefusedOps();
  std::vector<SpecProblem> problems;
  for (const auto& kernels : own_) {
    const std::vector<SpecProblem> more = kernels->Problems(refused);
    problems.insert(problems.end(), more.begin(), more.end());
  }
  return ProblemsToStatus(std::move(problems));
}

const absl::Status& KernelRegistry::errors() const {
  return errors_.Get([this] {
    return JoinReports(base_ != nullptr ? base_->errors() : ops_->errors(),
                       own_errors_.Get([this] { return FindProblems(); }));
  });
}

KernelRegistryBuilder::KernelRegistryBuilder(std::shared_ptr<const OpRegistry> ops,
                                             std::shared_ptr<const KernelRegistry> base)
    : ops_(std::move(ops)), base_(std::move(base)) {}

KernelRegistryBuilder& KernelRegistryBuilder::Add(KernelRegistration kernel) {
  return Add(std::make_shared<const KernelRegistration>(std::move(kernel)));
}

KernelRegistryBuilder& KernelRegistryBuilder::Add(
    std::shared_ptr<const KernelRegistration> kernel) {
  kernels_.push_back(std::move(kernel));
  return *this;
}

absl::StatusOr<std::shared_ptr<const KernelRegistry>> KernelRegistryBuilder::Build() const {
  const std::shared_ptr<const KernelRegistry> registry = BuildKeepingGood();
  const absl::Status& problems =
      registry->own_errors_.Get([&registry] { return registry->FindProblems(); });
  if (!problems.ok()) return problems;
  return registry;
}

std::shared_ptr<const KernelRegistry> KernelRegistryBuilder::BuildKeepingGood() const {
  auto registry = std::make_shared<KernelRegistry>();
  registry->ops_ = ops_;
  registry->base_ = base_;
  if (base_ != nullptr) registry->kernels_ = base_->kernels_;
  absl::flat_hash_map<absl::string_view, LazyKernels*> own;  // what is still to be filled
  for (const auto& kernel : kernels_) {
    LazyKernels*& kernels = own[kernel->spec.op];
    if (kernels == nullptr) {
      std::shared_ptr<const LazyKernels>& place = registry->kernels_[kernel->spec.op];
      auto grown = std::make_shared<LazyKernels>(ops_.get(), place);
      kernels = grown.get();
      place = std::move(grown);
      registry->own_.push_back(place);
    }
    kernels->Add(kernel);
  }
  return registry;
}

}  // namespace opgraft
