// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Resources of one run: the next run of the request that makes one ends those of the last.
//
// Example, a kernel that makes a Stack (class Stack : public RunResource<Stack>) and one that uses
// it:
//   OP_REQUIRES_OK(context, CreateRunResource(context, name(), new Stack(...)));
//
//   core::RefCountPtr<Stack> stack;
//   OP_REQUIRES_OK(context, FindRunResource(context, &stack));
#ifndef KERNELS_LIST_RUN_RESOURCE_H_
#define KERNELS_LIST_RUN_RESOURCE_H_

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/resource_mgr.h"
#include "framework/types/internal_namespace.h"
#include "kernels/data_movement/resource_names.h"

namespace opgraft_internal {

// A base class of T, which is default-constructible: a request that is forked, saved or loaded
// between runs has an empty one.
//
// Such a resource lives for one run: handles of it do not outlast that. Example: class TensorArray
// : public RunResource<TensorArray>.
template <class T>
class RunResource : public ResourceBase {
 public:
  absl::Status Clone(core::RefCountPtr<ResourceBase>* copy) const override {
    copy->reset(new T);
    return absl::OkStatus();
  }
  absl::Status Serialize(std::string* bytes) const override {
    bytes->clear();
    return absl::OkStatus();
  }
  static absl::Status Restore(absl::string_view, T** resource) {
    *resource = new T;
    return absl::OkStatus();
  }
};

// The names of a new resource of this run, which node `node` makes; ends those of the run before.
// INTERNAL if the run has no resources.
absl::Status NameInRun(OpKernelContext* context, const std::string& node, ResourceNames* names);

// Output 0 becomes a handle of `resource`, whose reference is taken.
template <class T>
absl::Status CreateRunResource(OpKernelContext* context, const std::string& node, T* resource) {
  core::RefCountPtr<T> owner(resource);
  ResourceNames names;
  OPGRAFT_RETURN_IF_ERROR(NameInRun(context, node, &names));
  OPGRAFT_RETURN_IF_ERROR(PutHandle<T>(context, names));
  return context->resource_manager()->Create<T>(names.container, names.name, owner.release());
}

// The resource that input 0 is a handle of. INVALID_ARGUMENT, NOT_FOUND.
template <class T>
absl::Status FindRunResource(OpKernelContext* context, core::RefCountPtr<T>* resource) {
  ResourceNames names;
  OPGRAFT_RETURN_IF_ERROR(GetHandle<T>(context, &names));
  T* found = nullptr;
  OPGRAFT_RETURN_IF_ERROR(
      context->resource_manager()->Lookup<T>(names.container, names.name, &found));
  resource->reset(found);
  return absl::OkStatus();
}

}  // namespace opgraft_internal

#endif  // KERNELS_LIST_RUN_RESOURCE_H_
