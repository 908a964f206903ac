// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/list/run_resource.h"

#include <atomic>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// The run whose resources a request has. Thread-safe.
class ResourceRun : public RunResource<ResourceRun> {
 public:
  // The run before, the first time that it is asked in one.
  bool Begin(int64_t run, int64_t* before) {
    *before = run_.exchange(run);
    return *before != run && *before >= 0;
  }
  std::string DebugString() const override { return "the run of the run's resources"; }
  absl::Status Clone(core::RefCountPtr<ResourceBase>* copy) const override {
    auto* made = new ResourceRun;
    made->run_ = run_.load();
    copy->reset(made);
    return absl::OkStatus();
  }

 private:
  std::atomic<int64_t> run_{-1};
};

std::string ContainerOf(int64_t run) { return absl::StrCat("_resources_of_run_", run); }

// Ends the resources of the run before.
absl::Status BeginRun(OpKernelContext* context) {
  ResourceRun* run = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context->resource_manager()->LookupOrCreate<ResourceRun>(
      "_run_resources", "run", &run, [](ResourceRun** made) {
        *made = new ResourceRun;
        return absl::OkStatus();
      }));
  const core::ScopedUnref unref(run);
  int64_t before = -1;
  if (!run->Begin(context->step_id(), &before)) return absl::OkStatus();
  return context->resource_manager()->Cleanup(ContainerOf(before));
}

}  // namespace

absl::Status NameInRun(OpKernelContext* context, const std::string& node, ResourceNames* names) {
  if (context->resource_manager() == nullptr)
    return absl::InternalError("the run has no resources");
  OPGRAFT_RETURN_IF_ERROR(BeginRun(context));
  static std::atomic<int64_t> count{0};
  names->container = ContainerOf(context->step_id());
  names->name = absl::StrCat(node, "_", count++);
  return absl::OkStatus();
}

}  // namespace opgraft_internal
