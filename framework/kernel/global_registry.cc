// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/global_registry.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "absl/base/const_init.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/synchronization/mutex.h"
#include "framework/kernel/lazy_kernels.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/op_registry.h"
#include "framework/op/spec_problem.h"
#include "framework/types/snapshots.h"

namespace opgraft_internal {
namespace {

using RegisteredOps = std::vector<const OpDefBuilder*>;
using RegisteredKernels = std::vector<UnmadeKernel>;

Snapshots<KernelRegistry> published;
absl::Mutex grow_mutex(absl::kConstInit);  // held while a snapshot is made

std::shared_ptr<const KernelRegistry> BuildFirst() {
  KernelRegistryBuilder builder(OpRegistry::Global());
  builder.Add(RegisteredKernelsSince(nullptr, nullptr));
  return builder.BuildKeepingGood();
}

const std::shared_ptr<const KernelRegistry>& CurrentLocked() {
  if (published.Newest() == nullptr) published.Publish(BuildFirst());
  return *published.Newest();
}

// What is wrong with a library. `is_known`: an op of it is there already, so the kernels of that op
// are likely to be too, one a dtype: that is said once, or not at all if the op differs.
absl::Status ReportOf(const std::string& library, const absl::Status& ops,
                      const absl::Status& kernels, bool is_known) {
  if (!is_known || kernels.ok()) return JoinReports(ops, kernels);
  const std::vector<std::string> all = absl::StrSplit(kernels.message(), '\n');
  std::vector<std::string> lines;
  std::copy_if(all.begin(), all.end(), std::back_inserter(lines),
               [](const std::string& line) { return !absl::StrContains(line, kRegisteredTwice); });
  const size_t more = all.size() - lines.size();
  if (ops.ok() && more > 0) {
    const auto first = std::find_if(all.begin(), all.end(), [](const std::string& line) {
      return absl::StrContains(line, kRegisteredTwice);
    });
    lines.push_back(absl::StrCat(
        *first, more == 1 ? "" : absl::StrCat(" So with ", more - 1, " more."), " Is '", library,
        "' another version of a library that is loaded? Load one of them."));
  }
  if (lines.empty()) return ops;
  return JoinReports(ops, absl::InvalidArgumentError(absl::StrJoin(lines, "\n")));
}

// The kernels that `grown` has more than `base`.
std::vector<const KernelRegistration*> NewKernels(const RegisteredKernels& ran,
                                                  const KernelRegistry& base,
                                                  const KernelRegistry& grown) {
  std::set<absl::string_view> ops;
  for (const UnmadeKernel& kernel : ran) ops.insert(kernel.op);
  std::vector<const KernelRegistration*> kernels;
  for (const absl::string_view op : ops) {
    const auto of_op = grown.KernelsOf(op).subspan(base.KernelsOf(op).size());
    kernels.insert(kernels.end(), of_op.begin(), of_op.end());
  }
  return kernels;
}

// Builds on `base` from what ran; publishes both registries if all is right.
absl::Status PublishGrowth(const std::string& library,
                           const std::shared_ptr<const KernelRegistry>& base,
                           const RegisteredOps& ops, const RegisteredKernels& kernels,
                           RegistryGrowth* growth) {
  OpRegistryBuilder op_builder(base->shared_ops());
  op_builder.SetLibrary(library);
  for (const OpDefBuilder* op : ops) op_builder.Add(op);
  const std::shared_ptr<const OpRegistry> grown = op_builder.BuildKeepingGood();
  KernelRegistryBuilder kernel_builder(grown, base);
  kernel_builder.Add(kernels);
  const auto registry = kernel_builder.Build();
  const bool is_known = std::any_of(ops.begin(), ops.end(), [&](const OpDefBuilder* op) {
    return base->ops().Find(op->op_name()) != nullptr;
  });
  const absl::Status problems = ReportOf(library, grown->errors(), registry.status(), is_known);
  if (!problems.ok()) return problems;
  PublishGlobal(grown);
  published.Publish(*registry);
  growth->ops = op_builder.added();
  growth->kernels = NewKernels(kernels, *base, **registry);
  return absl::OkStatus();
}

}  // namespace

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
  const RegisteredOps ops = RegisteredOpsSince(ops_before, nullptr);
  const RegisteredKernels kernels = RegisteredKernelsSince(kernels_before, nullptr);
  if (ops.empty() && kernels.empty()) return absl::OkStatus();
  return PublishGrowth(library, base, ops, kernels, growth);
}

}  // namespace opgraft_internal

namespace opgraft {

std::shared_ptr<const KernelRegistry> KernelRegistry::Global() {
  if (const auto* current = published.Newest()) return *current;
  absl::MutexLock lock(&grow_mutex);
  return CurrentLocked();
}

}  // namespace opgraft
