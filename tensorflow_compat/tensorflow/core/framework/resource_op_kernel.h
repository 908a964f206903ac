// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_RESOURCE_OP_KERNEL_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_RESOURCE_OP_KERNEL_H_

#include <string>

#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/resource_mgr.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// Makes a resource of type T at its first call in a request, and hands out the handle to it: as a
// resource scalar, or, if the output is a Ref(string), as {container, name}.
//
// Requests share kernels and not resources, so the kernel keeps none: each call looks it up.
template <typename T>
class ResourceOpKernel : public OpKernel {
 public:
  // Names belong to the node, whatever the request, so they are made here: Compute writes no
  // member.
  explicit ResourceOpKernel(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, cinfo_.Init(nullptr, def()));
    has_resource_type_ = context->output_type(0) == DT_RESOURCE;
  }

  void Compute(OpKernelContext* context) override TF_LOCKS_EXCLUDED(mu_) {
    mutex_lock l(mu_);
    ResourceMgr* manager = context->resource_manager();
    OP_REQUIRES(context, manager != nullptr,
                absl::InternalError(
                    "this run has no resource manager; kernels with resources need a request"));
    const std::string& container =
        cinfo_.container().empty() ? manager->default_container() : cinfo_.container();
    T* resource = nullptr;
    OP_REQUIRES_OK(context, manager->LookupOrCreate<T>(
                                container, cinfo_.name(), &resource, [this](T** created) {
                                  absl::Status status = CreateResource(created);
                                  if (!status.ok() && *created != nullptr) (*created)->Unref();
                                  return status;
                                }));
    const core::ScopedUnref unref(resource);
    OP_REQUIRES_OK(context, VerifyResource(resource));
    if (has_resource_type_) {
      OP_REQUIRES_OK(context, MakeResourceHandleToOutput(context, 0, container, cinfo_.name(),
                                                         TypeIndex::Make<T>()));
    } else {
      Tensor handle(DT_STRING, TensorShape({2}));
      handle.flat<tstring>()(0) = container;
      handle.flat<tstring>()(1) = cinfo_.name();
      context->set_output(0, handle);
    }
  }

 protected:
  mutex mu_;
  ContainerInfo cinfo_ TF_GUARDED_BY(mu_);

 private:
  // Makes the resource, with one reference for the caller.
  virtual absl::Status CreateResource(T** resource) TF_EXCLUSIVE_LOCKS_REQUIRED(mu_) = 0;
  // Is a resource that was there before the one meant?
  virtual absl::Status VerifyResource(T*) { return absl::OkStatus(); }

  bool has_resource_type_ = false;
};

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_RESOURCE_OP_KERNEL_H_
