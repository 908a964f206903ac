// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_RESOURCE_MGR_H_
#define FRAMEWORK_KERNEL_RESOURCE_MGR_H_

#include <functional>
#include <memory>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "framework/kernel/op_kernel.h"
#include "framework/state/ref_counted.h"
#include "framework/state/resource_base.h"
#include "framework/tensor/resource_handle.h"

namespace opgraft_internal {
class StateStore;
struct CellKey;
}  // namespace opgraft_internal

namespace opgraft {

// The resources of one request, by container, type and name: a view of the cells of its state
// (state/opened_cells.h), so they are forked, saved and reset with it. TensorFlow's names;
// thread-safe. T is a class derived from ResourceBase. "" means the default container.
//
// Example, a kernel that makes its table at the first run:
//   Table* table = nullptr;
//   OP_REQUIRES_OK(context, context->resource_manager()->LookupOrCreate<Table>(
//                               cinfo_.container(), cinfo_.name(), &table, [](Table** made) {
//                                 *made = new Table;
//                                 return absl::OkStatus();
//                               }));
//   core::ScopedUnref unref(table);
class ResourceMgr {
 public:
  // With a state of its own, for kernels that run outside of a request.
  ResourceMgr() : ResourceMgr("localhost") {}
  explicit ResourceMgr(std::string default_container);
  // `state` outlives the manager.
  explicit ResourceMgr(opgraft_internal::StateStore* state);
  ~ResourceMgr();
  ResourceMgr(const ResourceMgr&) = delete;
  ResourceMgr& operator=(const ResourceMgr&) = delete;

  const std::string& default_container() const { return default_container_; }
  // Not TensorFlow's: where the resources are.
  opgraft_internal::StateStore* state() const { return state_; }

  // Puts `resource` under the name. Takes the caller's reference to it, also on failure.
  // ALREADY_EXISTS if there is a T of that name.
  template <typename T>
  absl::Status Create(const std::string& container, const std::string& name, T* resource) {
    return DoCreate(container, ResourceType::Of<T>(), name,
                    core::RefCountPtr<ResourceBase>(resource));
  }
  // Sets `*resource` and gives the caller a reference, which is given back by Unref
  // (core::ScopedUnref). NOT_FOUND; UNIMPLEMENTED if it was loaded from a file and T has no
  // Restore.
  template <typename T>
  absl::Status Lookup(const std::string& container, const std::string& name, T** resource) const {
    ResourceBase* found = nullptr;
    OPGRAFT_RETURN_IF_ERROR(DoLookup(container, ResourceType::Of<T>(), name, &found));
    *resource = static_cast<T*>(found);
    return absl::OkStatus();
  }
  // As Lookup; if there is none, `creator` makes it. Creators run one at a time and must not use
  // this manager.
  template <typename T>
  absl::Status LookupOrCreate(const std::string& container, const std::string& name, T** resource,
                              const std::function<absl::Status(T**)>& creator) {
    ResourceBase* found = nullptr;
    OPGRAFT_RETURN_IF_ERROR(DoLookupOrCreate(container, ResourceType::Of<T>(), name, &found,
                                             [&creator](ResourceBase** created) {
                                               T* made = nullptr;
                                               const absl::Status status = creator(&made);
                                               *created = made;
                                               return status;
                                             }));
    *resource = static_cast<T*>(found);
    return absl::OkStatus();
  }
  // Forgets the resource; who holds a reference keeps it. NOT_FOUND.
  template <typename T>
  absl::Status Delete(const std::string& container, const std::string& name) {
    return DoDelete(container, ResourceType::Of<T>(), name);
  }
  // The same by a handle. NOT_FOUND.
  absl::Status Delete(const ResourceHandle& handle);
  absl::Status Lookup(const ResourceHandle& handle, ResourceBase** resource) const;
  // Forgets all of a container; of all containers.
  absl::Status Cleanup(const std::string& container);
  // Forgets all resources; kernels that hold references keep theirs.
  void Clear();
  // A line a resource: "container | type | name | DebugString".
  std::string DebugString() const;

 private:
  // The methods above without their type, which is compiled once.
  absl::Status DoCreate(const std::string& container, const ResourceType& type,
                        const std::string& name, core::RefCountPtr<ResourceBase> resource);
  absl::Status DoLookup(const std::string& container, const ResourceType& type,
                        const std::string& name, ResourceBase** resource) const;
  absl::Status DoLookupOrCreate(const std::string& container, const ResourceType& type,
                                const std::string& name, ResourceBase** resource,
                                absl::FunctionRef<absl::Status(ResourceBase**)> creator);
  absl::Status DoDelete(const std::string& container, const ResourceType& type,
                        const std::string& name);
  // The container that `name` means: "" is the default one.
  const std::string& Container(const std::string& name) const {
    return name.empty() ? default_container_ : name;
  }
  opgraft_internal::CellKey KeyOf(const std::string& container, const ResourceType& type,
                                  const std::string& name) const;
  absl::Status Missing(const opgraft_internal::CellKey& key) const;

  const std::string default_container_;
  const std::unique_ptr<opgraft_internal::StateStore> own_state_;
  opgraft_internal::StateStore* const state_;
  absl::Mutex create_mu_;  // held by creators
};

// The container and name of a kernel's resource, by its attrs `container` and `shared_name`. A
// member of the kernel, filled once and then read by all its calls. Thread-compatible.
//
// Example: `OP_REQUIRES_OK(context, cinfo_.Init(context->resource_manager(), def()));`
class ContainerInfo {
 public:
  // The name is shared_name, else the node's name if `use_node_name_as_default`, else one that
  // nobody else has. INVALID_ARGUMENT for names with odd characters. `manager` may be null: names
  // do not need it.
  absl::Status Init(ResourceMgr* manager, const NodeDefView& node,
                    bool use_node_name_as_default = false);

  ResourceMgr* resource_manager() const { return resource_manager_; }
  const std::string& container() const { return container_; }
  const std::string& name() const { return name_; }
  // True if the name is one that no other kernel can have.
  bool resource_is_private_to_kernel() const { return private_; }

 private:
  ResourceMgr* resource_manager_ = nullptr;
  std::string container_;
  std::string name_;
  bool private_ = false;
};

// The handle in input `input` of a kernel; an empty handle, which names nothing, if the input holds
// none. By the name of an arg: INVALID_ARGUMENT if it holds none.
//
// Example:
//   Table* table = nullptr;
//   OP_REQUIRES_OK(context, LookupResource(context, HandleFromInput(context, 0), &table));
//   const core::ScopedUnref unref(table);
const ResourceHandle& HandleFromInput(OpKernelContext* context, int input);
absl::Status HandleFromInput(OpKernelContext* context, absl::string_view input,
                             ResourceHandle* handle);

// A handle that names a resource of this type on the device; it need not exist yet.
ResourceHandle MakeResourceHandle(const std::string& container, const std::string& name,
                                  const DeviceBase& device, const ResourceType& type,
                                  std::vector<DtypeAndPartialTensorShape> dtypes_and_shapes = {});
template <typename T>
ResourceHandle MakeResourceHandle(OpKernelContext* context, const std::string& container,
                                  const std::string& name,
                                  std::vector<DtypeAndPartialTensorShape> dtypes_and_shapes = {}) {
  return MakeResourceHandle(container, name, *context->device(), ResourceType::Of<T>(),
                            std::move(dtypes_and_shapes));
}

}  // namespace opgraft

namespace opgraft_internal {
// INVALID_ARGUMENT unless the handle is of this type and device; INTERNAL if the run has no
// ResourceMgr.
absl::Status CheckHandle(opgraft::OpKernelContext* context, const opgraft::ResourceHandle& handle,
                         const opgraft::ResourceType& type);
}  // namespace opgraft_internal

namespace opgraft {

// The resource that a handle names, with a reference for the caller.
template <typename T>
absl::Status LookupResource(OpKernelContext* context, const ResourceHandle& handle, T** resource) {
  OPGRAFT_RETURN_IF_ERROR(opgraft_internal::CheckHandle(context, handle, ResourceType::Of<T>()));
  return context->resource_manager()->Lookup<T>(handle.container(), handle.name(), resource);
}
template <typename T>
absl::Status LookupResource(OpKernelContext* context, const ResourceHandle& handle,
                            core::RefCountPtr<T>* resource) {
  T* found = nullptr;
  OPGRAFT_RETURN_IF_ERROR(LookupResource(context, handle, &found));
  resource->reset(found);
  return absl::OkStatus();
}
// As ResourceMgr::LookupOrCreate, by a handle.
template <typename T>
absl::Status LookupOrCreateResource(OpKernelContext* context, const ResourceHandle& handle,
                                    T** resource, const std::function<absl::Status(T**)>& creator) {
  OPGRAFT_RETURN_IF_ERROR(opgraft_internal::CheckHandle(context, handle, ResourceType::Of<T>()));
  return context->resource_manager()->LookupOrCreate<T>(handle.container(), handle.name(), resource,
                                                        creator);
}
// Takes the reference to `resource`.
template <typename T>
absl::Status CreateResource(OpKernelContext* context, const ResourceHandle& handle, T* resource) {
  const absl::Status fits = opgraft_internal::CheckHandle(context, handle, ResourceType::Of<T>());
  if (!fits.ok()) {
    resource->Unref();
    return fits;
  }
  return context->resource_manager()->Create<T>(handle.container(), handle.name(), resource);
}
// As ResourceMgr::Delete, by a handle.
template <typename T>
absl::Status DeleteResource(OpKernelContext* context, const ResourceHandle& handle) {
  OPGRAFT_RETURN_IF_ERROR(opgraft_internal::CheckHandle(context, handle, ResourceType::Of<T>()));
  return context->resource_manager()->Delete<T>(handle.container(), handle.name());
}

}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_RESOURCE_MGR_H_
