// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_DATA_MOVEMENT_RESOURCE_NAMES_H_
#define KERNELS_DATA_MOVEMENT_RESOURCE_NAMES_H_

#include <string>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/resource_mgr.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

// Where a resource lies: in a string tensor, what the older ops have for a handle.
struct ResourceNames {
  std::string container;
  std::string name;
};

// Makes output 0 a vector of both.
absl::Status PutNames(OpKernelContext* context, const ResourceNames& names);
// Input 0, a vector of both. INVALID_ARGUMENT.
absl::Status GetNames(OpKernelContext* context, ResourceNames* names);

// Output 0 becomes a handle: one of type resource, or names where the op has strings.
//
// Example: Stack, whose handle is a string tensor, and StackV2, whose handle is a resource, share
// one kernel.
template <class T>
absl::Status PutHandle(OpKernelContext* context, const ResourceNames& names) {
  if (BaseType(context->expected_output_dtype(0)) != DT_RESOURCE) return PutNames(context, names);
  Tensor* handle = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_output(0, TensorShape(), &handle));
  handle->scalar<ResourceHandle>()() = MakeResourceHandle<T>(context, names.container, names.name);
  return absl::OkStatus();
}

// What input 0, either, is a handle of. INVALID_ARGUMENT, INTERNAL.
template <class T>
absl::Status GetHandle(OpKernelContext* context, ResourceNames* names) {
  if (context->input(0).dtype() != DT_RESOURCE) return GetNames(context, names);
  const ResourceHandle& handle = HandleFromInput(context, 0);
  OPGRAFT_RETURN_IF_ERROR(CheckHandle(context, handle, ResourceType::Of<T>()));
  *names = {handle.container(), handle.name()};
  return absl::OkStatus();
}

}  // namespace opgraft_internal

#endif  // KERNELS_DATA_MOVEMENT_RESOURCE_NAMES_H_
