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
#include "framework/op/summarize_node.h"

namespace opgraft {
namespace {

absl::Status Tie(const NodeProperties& node, const KernelsOfOp::Best& best) {
  const auto describe = [](std::string* out, const KernelRegistration* kernel) {
    absl::StrAppend(out, kernel->spec.DebugString(), " (", ShowLocation(kernel->location), ")");
  };
  return absl::InvalidArgumentError(
      absl::StrCat(FormatNodeNameForError(node.name), " ", node.op_name, ": ", best.size(),
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
    const std::vector<SpecProblem> more = kernels.Problems(refused);
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

LazyKernels* KernelRegistry::OwnOf(absl::string_view op) {
  const LazyKernels*& kernels = kernels_[op];
  if (kernels == nullptr || kernels->snapshot() != this)
    kernels = &own_.emplace_back(this, ops_.get(), kernels);
  return const_cast<LazyKernels*>(kernels);  // an element of own_
}

void KernelRegistry::AddOwn(std::vector<std::shared_ptr<const KernelRegistration>> made,
                            std::vector<UnmadeKernel> unmade) {
  own_made_ = std::move(made);
  own_unmade_ = std::move(unmade);
  constexpr size_t kUsual = 4;  // kernels of an op
  kernels_.reserve(kernels_.size() + own_unmade_.size() / kUsual);
  for (const auto& kernel : own_made_) OwnOf(kernel->spec.op)->Add(kernel.get());
  // An op's kernels are nearly always registered in a row: one look-up a run.
  const auto kernels = absl::MakeConstSpan(own_unmade_);
  for (size_t begin = 0, end = 0; begin < kernels.size(); begin = end) {
    const absl::string_view op = kernels[begin].op;
    while (end < kernels.size() && kernels[end].op == op) ++end;
    OwnOf(op)->Add(kernels.subspan(begin, end - begin));
  }
}

KernelRegistryBuilder::KernelRegistryBuilder(std::shared_ptr<const OpRegistry> ops,
                                             std::shared_ptr<const KernelRegistry> base)
    : ops_(std::move(ops)), base_(std::move(base)) {}

KernelRegistryBuilder& KernelRegistryBuilder::Add(KernelRegistration kernel) {
  made_.push_back(std::make_shared<const KernelRegistration>(std::move(kernel)));
  return *this;
}

KernelRegistryBuilder& KernelRegistryBuilder::Add(std::vector<UnmadeKernel> kernels) {
  unmade_ = std::move(kernels);
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
  registry->AddOwn(made_, unmade_);
  return registry;
}

}  // namespace opgraft
