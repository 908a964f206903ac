// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_RESOURCE_MGR_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_RESOURCE_MGR_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "framework/kernel/resource_mgr.h"
#include "framework/state/variable_type.h"
#include "tensorflow/core/framework/common_shape_fns.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/resource_handle.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/framework/tensor_shape.h"
#include "tensorflow/core/framework/tensor_types.h"
#include "tensorflow/core/framework/type_index.h"
#include "tensorflow/core/framework/variant.h"
#include "tensorflow/core/platform/errors.h"
#include "tensorflow/core/platform/logging.h"
#include "tensorflow/core/platform/macros.h"
#include "tensorflow/core/platform/mutex.h"
#include "tensorflow/core/platform/thread_annotations.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// The resources of one step, gone with it. A run has none: context->step_container() is null.
class ScopedStepContainer {
 public:
  ScopedStepContainer(int64_t step_id, std::function<void(const std::string&)> cleanup,
                      const std::string& prefix = "")
      : step_id_(step_id),
        container_(absl::StrCat(prefix, "__per_step_", step_id)),
        cleanup_(std::move(cleanup)) {}
  ScopedStepContainer(const ScopedStepContainer&) = delete;
  ScopedStepContainer& operator=(const ScopedStepContainer&) = delete;
  ~ScopedStepContainer() { CleanUp(); }

  void CleanUp() { cleanup_(container_); }
  const std::string& name() const { return container_; }
  int64_t StepId() const { return step_id_; }
  template <typename T>
  absl::Status Create(ResourceMgr* manager, const std::string& name, T* resource) {
    return manager->Create<T>(container_, name, resource);
  }
  template <typename T>
  absl::Status Lookup(ResourceMgr* manager, const std::string& name, T** resource) const {
    return manager->Lookup<T>(container_, name, resource);
  }
  template <typename T>
  absl::Status LookupOrCreate(ResourceMgr* manager, const std::string& name, T** resource,
                              std::function<absl::Status(T**)> creator) {
    return manager->LookupOrCreate<T>(container_, name, resource, creator);
  }
  template <typename T>
  absl::Status Delete(ResourceMgr* manager, const std::string& name) {
    return manager->Delete<T>(container_, name);
  }

 private:
  const int64_t step_id_;
  const std::string container_;
  const std::function<void(const std::string&)> cleanup_;
};

inline ResourceHandle MakeResourceHandle(
    OpKernelContext* context, const std::string& container, const std::string& name,
    const TypeIndex& type, std::vector<DtypeAndPartialTensorShape> dtypes_and_shapes = {}) {
  // Class Var and our own kernels' cells are the same variables (resource_var.h).
  ResourceType resource = ResourceType::Of(type.type_info());
  if (resource.name == VariableType().name) resource = VariableType();
  return MakeResourceHandle(container, name, *context->device(), resource,
                            std::move(dtypes_and_shapes));
}

// Makes output `output` a scalar handle.
inline absl::Status MakeResourceHandleToOutput(OpKernelContext* context, int output,
                                               const std::string& container,
                                               const std::string& name, const TypeIndex& type) {
  Tensor* handle = nullptr;
  TF_RETURN_IF_ERROR(context->allocate_output(output, TensorShape({}), &handle));
  handle->scalar<ResourceHandle>()() = MakeResourceHandle(context, container, name, type);
  return absl::OkStatus();
}

// Makes a handle of attrs `container` and `shared_name`: what VarHandleOp is for variables.
template <typename T>
class ResourceHandleOp : public OpKernel {
 public:
  explicit ResourceHandleOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("container", &container_));
    OP_REQUIRES_OK(context, context->GetAttr("shared_name", &name_));
  }
  void Compute(OpKernelContext* context) override {
    const std::string container = container_.empty() && context->resource_manager() != nullptr
                                      ? context->resource_manager()->default_container()
                                      : container_;
    OP_REQUIRES_OK(context,
                   MakeResourceHandleToOutput(context, 0, container, name_.empty() ? name() : name_,
                                              TypeIndex::Make<T>()));
  }

 private:
  std::string container_;
  std::string name_;
};

// Whether a handle's resource exists.
template <typename T>
class IsResourceInitialized : public OpKernel {
 public:
  explicit IsResourceInitialized(OpKernelConstruction* context) : OpKernel(context) {}
  void Compute(OpKernelContext* context) override {
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({}), &output));
    T* object = nullptr;
    const bool found = LookupResource(context, HandleFromInput(context, 0), &object).ok();
    const core::ScopedUnref unref(object);
    output->scalar<bool>()() = found;
  }
};

}  // namespace opgraft

// The op that makes handles to a Type, with its kernel.
#define REGISTER_RESOURCE_HANDLE_OP(Type) \
  REGISTER_OP(#Type "HandleOp")           \
      .Attr("container: string = ''")     \
      .Attr("shared_name: string = ''")   \
      .Output("resource: resource")       \
      .SetIsStateful()                    \
      .SetShapeFn(::opgraft::shape_inference::ScalarShape)
#define REGISTER_RESOURCE_HANDLE_KERNEL(Type)                                   \
  REGISTER_KERNEL_BUILDER(Name(#Type "HandleOp").Device(::opgraft::DEVICE_CPU), \
                          ::opgraft::ResourceHandleOp<Type>)

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_RESOURCE_MGR_H_
