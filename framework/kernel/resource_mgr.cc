// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/resource_mgr.h"

#include <atomic>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/state/opened_cells.h"
#include "framework/state/state_store.h"

namespace opgraft {
namespace {

constexpr size_t kMaxNameBytes = 64 * 1024;

// As TensorFlow's: letters, digits, and "_.-" and "/" after the first.
bool IsContainerName(absl::string_view name) {
  if (name.size() > kMaxNameBytes ||
      (!name.empty() && !absl::ascii_isalnum(name[0]) && name[0] != '.'))
    return false;
  for (char c : name) {
    if (!absl::ascii_isalnum(c) && c != '_' && c != '.' && c != '-' && c != '/') return false;
  }
  return true;
}

std::string Path(const CellKey& key) {
  return absl::StrCat(key.container, "/", key.name, "/", key.type);
}

ResourceType TypeOf(const ResourceHandle& handle) {
  ResourceType type;
  type.hash_code = handle.hash_code();
  type.name = handle.maybe_type_name();
  return type;
}

}  // namespace

ResourceMgr::ResourceMgr(std::string default_container)
    : default_container_(std::move(default_container)),
      own_state_(std::make_unique<StateStore>()),
      state_(own_state_.get()) {}
ResourceMgr::ResourceMgr(StateStore* state) : default_container_("localhost"), state_(state) {}
ResourceMgr::~ResourceMgr() = default;

CellKey ResourceMgr::KeyOf(const std::string& container, const ResourceType& type,
                           const std::string& name) const {
  return {Container(container), type.name, name};
}

absl::Status ResourceMgr::Missing(const CellKey& key) const {
  if (!state_->opened()->HasContainer(key.container)) {
    return absl::NotFoundError(absl::StrCat(
        "Container ", key.container, " does not exist. (Could not find resource: ", key.container,
        "/", key.name, ")"));
  }
  return absl::NotFoundError(absl::StrCat("Resource ", Path(key), " does not exist."));
}

absl::Status ResourceMgr::DoCreate(const std::string& container, const ResourceType& type,
                                   const std::string& name,
                                   core::RefCountPtr<ResourceBase> resource) {
  const CellKey key = KeyOf(container, type, name);
  if (state_->opened()->Create(key, std::move(resource))) return absl::OkStatus();
  return absl::AlreadyExistsError(absl::StrCat("Resource ", Path(key), " exists already."));
}

absl::Status ResourceMgr::DoLookup(const std::string& container, const ResourceType& type,
                                   const std::string& name, ResourceBase** resource) const {
  const CellKey key = KeyOf(container, type, name);
  OPGRAFT_ASSIGN_OR_RETURN(core::RefCountPtr<ResourceBase> found,
                           state_->opened()->Find(key, type.makers));
  if (found == nullptr) return Missing(key);
  *resource = found.release();
  return absl::OkStatus();
}

absl::Status ResourceMgr::DoLookupOrCreate(
    const std::string& container, const ResourceType& type, const std::string& name,
    ResourceBase** resource, absl::FunctionRef<absl::Status(ResourceBase**)> creator) {
  absl::Status found = DoLookup(container, type, name, resource);
  if (!absl::IsNotFound(found)) return found;
  absl::MutexLock lock(&create_mu_);
  found = DoLookup(container, type, name, resource);
  if (!absl::IsNotFound(found)) return found;
  ResourceBase* made = nullptr;
  OPGRAFT_RETURN_IF_ERROR(creator(&made));
  if (made == nullptr) {
    return absl::InternalError(absl::StrCat("the creator of resource ",
                                            Path(KeyOf(container, type, name)),
                                            " returned OK and no resource"));
  }
  made->Ref();
  core::RefCountPtr<ResourceBase> callers(made);
  OPGRAFT_RETURN_IF_ERROR(DoCreate(container, type, name, core::RefCountPtr<ResourceBase>(made)));
  *resource = callers.release();
  return absl::OkStatus();
}

absl::Status ResourceMgr::DoDelete(const std::string& container, const ResourceType& type,
                                   const std::string& name) {
  const CellKey key = KeyOf(container, type, name);
  return state_->opened()->Remove(key) ? absl::OkStatus() : Missing(key);
}

absl::Status ResourceMgr::Delete(const ResourceHandle& handle) {
  return DoDelete(handle.container(), TypeOf(handle), handle.name());
}

absl::Status ResourceMgr::Lookup(const ResourceHandle& handle, ResourceBase** resource) const {
  return DoLookup(handle.container(), TypeOf(handle), handle.name(), resource);
}

absl::Status ResourceMgr::Cleanup(const std::string& container) {
  state_->opened()->RemoveContainer(Container(container));
  return absl::OkStatus();
}

void ResourceMgr::Clear() { state_->opened()->Clear(); }

std::string ResourceMgr::DebugString() const {
  std::string text;
  state_->opened()
      ->ForEach([&text](const CellKey& key, const OpenedCell& cell) -> absl::Status {
        if (key.container.empty()) return absl::OkStatus();
        absl::StrAppend(&text, key.container, " | ", key.type, " | ", key.name, " | ",
                        cell.object == nullptr ? "not opened yet" : cell.object->DebugString(),
                        "\n");
        return absl::OkStatus();
      })
      .IgnoreError();
  return text;
}

absl::Status ContainerInfo::Init(ResourceMgr* manager, const NodeDefView& node,
                                 bool use_node_name_as_default) {
  std::string container, shared_name;
  OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(node.attrs(), "container", &container));
  OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(node.attrs(), "shared_name", &shared_name));
  if (!IsContainerName(container)) {
    return absl::InvalidArgumentError(
        absl::StrCat("container contains invalid characters: '", container, "'"));
  }
  if (!shared_name.empty() && shared_name[0] == '_') {
    return absl::InvalidArgumentError(
        absl::StrCat("shared_name cannot start with '_': '", shared_name, "'"));
  }
  resource_manager_ = manager;
  container_ = !container.empty() || manager == nullptr ? container : manager->default_container();
  private_ = shared_name.empty() && !use_node_name_as_default;
  if (private_) {
    static std::atomic<int64_t> next_private{0};
    name_ = absl::StrCat("_", next_private.fetch_add(1), "_", node.name());
  } else {
    name_ = shared_name.empty() ? node.name() : shared_name;
  }
  return absl::OkStatus();
}

const ResourceHandle& HandleFromInput(OpKernelContext* context, int input) {
  const Tensor& tensor = context->input(input);
  if (tensor.NumElements() > 0) {
    const auto handles = tensor.flat<ResourceHandle>();
    if (handles.size() > 0) return handles(0);
  }
  static const ResourceHandle* const none = new ResourceHandle();
  return *none;
}

absl::Status HandleFromInput(OpKernelContext* context, absl::string_view input,
                             ResourceHandle* handle) {
  const Tensor* tensor = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context->input(input, &tensor));
  if (tensor->dtype() != DT_RESOURCE || tensor->NumElements() < 1) {
    return absl::InvalidArgumentError(absl::StrCat("input '", input, "' holds no resource handle"));
  }
  *handle = tensor->flat<ResourceHandle>()(0);
  return absl::OkStatus();
}

ResourceHandle MakeResourceHandle(const std::string& container, const std::string& name,
                                  const DeviceBase& device, const ResourceType& type,
                                  std::vector<DtypeAndPartialTensorShape> dtypes_and_shapes) {
  ResourceHandle handle;
  handle.set_device(device.name());
  handle.set_container(container);
  handle.set_name(name);
  handle.set_hash_code(type.hash_code);
  handle.set_maybe_type_name(type.name);
  handle.set_dtypes_and_shapes(std::move(dtypes_and_shapes));
  return handle;
}

}  // namespace opgraft

namespace opgraft_internal {

absl::Status CheckHandle(OpKernelContext* context, const ResourceHandle& handle,
                         const ResourceType& type) {
  if (context->resource_manager() == nullptr) {
    return absl::InternalError(
        "this run has no resource manager; kernels with resources need a request");
  }
  if (handle.device() != context->device()->name()) {
    return absl::InvalidArgumentError(absl::StrCat("Trying to access resource ", handle.name(),
                                                   " located in device ", handle.device(),
                                                   " from device ", context->device()->name()));
  }
  if (handle.hash_code() != type.hash_code) {
    return absl::InvalidArgumentError(absl::StrCat("Trying to access resource ", handle.name(),
                                                   " of type ", handle.maybe_type_name(), " as a ",
                                                   type.name));
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal
