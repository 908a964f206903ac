// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/data_movement/resource_names.h"

#include "absl/strings/str_cat.h"

namespace opgraft_internal {

absl::Status PutNames(OpKernelContext* context, const ResourceNames& names) {
  Tensor handle;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(DT_STRING, TensorShape({2}), &handle));
  handle.flat<tstring>()(0) = names.container;
  handle.flat<tstring>()(1) = names.name;
  context->set_output(0, handle);
  return absl::OkStatus();
}

absl::Status GetNames(OpKernelContext* context, ResourceNames* names) {
  const Tensor& handle = context->input(0);
  if (handle.NumElements() != 2) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the handle must have two elements, but had shape: ", handle.shape().DebugString()));
  }
  if (context->resource_manager() == nullptr)
    return absl::InternalError("the run has no resources");
  names->container = std::string(handle.flat<tstring>()(0));
  names->name = std::string(handle.flat<tstring>()(1));
  return absl::OkStatus();
}

}  // namespace opgraft_internal
