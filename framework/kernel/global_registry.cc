// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/global_registry.h"

#include "absl/base/const_init.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/op_registry.h"
#include "framework/types/snapshots.h"

namespace opgraft {
namespace {

Snapshots<KernelRegistry> published;
absl::Mutex grow_mutex(absl::kConstInit);  // held while a snapshot is made

// Ops that were registered and are in no snapshot: what is wrong with them is told already.
std::vector<RefusedOp> RefusedOps(const std::vector<const OpDefBuilder*>& registered,
                                  const OpRegistry& ops) {
  std::vector<RefusedOp> refused;
  for (const OpDefBuilder* op : registered) {
    if (ops.Find(op->op_name()) == nullptr) refused.push_back({op->op_name(), op->location()});
  }
  return refused;
}

std::shared_ptr<const KernelRegistry> BuildFirst() {
  const std::shared_ptr<const OpRegistry> ops = OpRegistry::Global();
  KernelRegistryBuilder builder(ops);
  builder.IgnoreOps(RefusedOps(RegisteredOpsSince(nullptr, nullptr), *ops));
  for (const KernelRegistration* kernel : RegisteredKernelsSince(nullptr, nullptr))
    builder.Add(*kernel);
  return builder.BuildKeepingGood();
}

const std::shared_ptr<const KernelRegistry>& CurrentLocked() {
  if (published.Newest() == nullptr) published.Publish(BuildFirst());
  return *published.Newest();
}

absl::Status JoinProblems(const absl::Status& ops, const absl::Status& kernels) {
  if (ops.ok() || kernels.ok()) return ops.ok() ? kernels : ops;
  return absl::InvalidArgumentError(absl::StrCat(ops.message(), "\n", kernels.message()));
}

// Builds on `base` from what ran; publishes both registries if all is right.
absl::Status PublishGrowth(const std::string& library,
                           const std::shared_ptr<const KernelRegistry>& base,
                           const std::vector<const OpDefBuilder*>& ops,
                           const std::vector<const KernelRegistration*>& kernels,
                           RegistryGrowth* growth) {
  OpRegistryBuilder op_builder(base->shared_ops());
  op_builder.SetLibrary(library);
  for (const OpDefBuilder* op : ops) op_builder.Add(*op);
  const absl::StatusOr<std::shared_ptr<const OpRegistry>> whole = op_builder.Build();
  const std::shared_ptr<const OpRegistry> grown =
      whole.ok() ? *whole : op_builder.BuildKeepingGood();
  KernelRegistryBuilder kernel_builder(grown, base);
  kernel_builder.IgnoreOps(RefusedOps(ops, *grown));
  for (const KernelRegistration* kernel : kernels) kernel_builder.Add(*kernel);
  const auto registry = kernel_builder.Build();
  if (!whole.ok() || !registry.ok()) return JoinProblems(whole.status(), registry.status());
  PublishGlobal(grown);
  published.Publish(*registry);
  growth->ops = op_builder.added();
  growth->num_kernels = static_cast<int>(kernels.size());
  return absl::OkStatus();
}

}  // namespace

std::shared_ptr<const KernelRegistry> KernelRegistry::Global() {
  if (const auto* current = published.Newest()) return *current;
  absl::MutexLock lock(&grow_mutex);
  return CurrentLocked();
}

absl::Status GrowGlobalRegistry(const std::string& library,
                                const std::function<absl::Status()>& load, RegistryGrowth* growth) {
  absl::MutexLock lock(&grow_mutex);
  const std::shared_ptr<const KernelRegistry> base = CurrentLocked();
  const void* ops_before = nullptr;
  const void* kernels_before = nullptr;
  RegisteredOpsSince(nullptr, &ops_before);
  RegisteredKernelsSince(nullptr, &kernels_before);
  const absl::Status loaded = load();
  if (!loaded.ok()) return loaded;
  const std::vector<const OpDefBuilder*> ops = RegisteredOpsSince(ops_before, nullptr);
  const std::vector<const KernelRegistration*> kernels =
      RegisteredKernelsSince(kernels_before, nullptr);
  if (ops.empty() && kernels.empty()) return absl::OkStatus();
  return PublishGrowth(library, base, ops, kernels, growth);
}

}  // namespace opgraft
