// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/resource_mgr.h"

#include <cxxabi.h>

#include <atomic>
#include <cstdlib>
#include <memory>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

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

std::string Path(const std::string& container, const std::string& name, const std::string& type) {
  return absl::StrCat(container, "/", name, "/", type);
}

}  // namespace

ResourceType ResourceType::Of(const std::type_info& type) {
  int failed = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &failed), std::free);
  return {type.hash_code(), failed == 0 && name != nullptr ? name.get() : type.name()};
}

absl::Status ResourceMgr::Missing(const std::string& container, const ResourceType& type,
                                  const std::string& name) const {
  const auto first = resources_.lower_bound(Key(container, 0, ""));
  if (first == resources_.end() || std::get<0>(first->first) != container) {
    return absl::NotFoundError(
        absl::StrCat("Container ", container,
                     " does not exist. (Could not find resource: ", container, "/", name, ")"));
  }
  return absl::NotFoundError(
      absl::StrCat("Resource ", Path(container, name, type.name), " does not exist."));
}

absl::Status ResourceMgr::DoCreate(const std::string& container, const ResourceType& type,
                                   const std::string& name,
                                   core::RefCountPtr<ResourceBase> resource) {
  Entry entry{std::move(resource),
              type.name};  // destroyed, if not wanted, after the lock is released
  absl::MutexLock lock(&mu_);
  const auto inserted =
      resources_.try_emplace(Key(Container(container), type.hash_code, name), std::move(entry));
  if (inserted.second) return absl::OkStatus();
  return absl::AlreadyExistsError(
      absl::StrCat("Resource ", Path(Container(container), name, type.name), " exists already."));
}

absl::Status ResourceMgr::DoLookup(const std::string& container, const ResourceType& type,
                                   const std::string& name, ResourceBase** resource) const {
  absl::ReaderMutexLock lock(&mu_);
  const auto found = resources_.find(Key(Container(container), type.hash_code, name));
  if (found == resources_.end()) return Missing(Container(container), type, name);
  *resource = found->second.resource.get();
  (*resource)->Ref();
  return absl::OkStatus();
}

absl::Status ResourceMgr::DoLookupOrCreate(
    const std::string& container, const ResourceType& type, const std::string& name,
    ResourceBase** resource, absl::FunctionRef<absl::Status(ResourceBase**)> creator) {
  if (DoLookup(container, type, name, resource).ok()) return absl::OkStatus();
  absl::MutexLock lock(&create_mu_);
  if (DoLookup(container, type, name, resource).ok()) return absl::OkStatus();
  ResourceBase* made = nullptr;
  OPGRAFT_RETURN_IF_ERROR(creator(&made));
  if (made == nullptr) {
    return absl::InternalError(absl::StrCat("the creator of resource ",
                                            Path(Container(container), name, type.name),
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
  Entry gone;  // destroyed after the lock is released
  absl::MutexLock lock(&mu_);
  const auto found = resources_.find(Key(Container(container), type.hash_code, name));
  if (found == resources_.end()) return Missing(Container(container), type, name);
  gone = std::move(found->second);
  resources_.erase(found);
  return absl::OkStatus();
}

absl::Status ResourceMgr::Delete(const ResourceHandle& handle) {
  return DoDelete(handle.container(), {handle.hash_code(), handle.maybe_type_name()},
                  handle.name());
}

absl::Status ResourceMgr::Lookup(const ResourceHandle& handle, ResourceBase** resource) const {
  return DoLookup(handle.container(), {handle.hash_code(), handle.maybe_type_name()}, handle.name(),
                  resource);
}

absl::Status ResourceMgr::Cleanup(const std::string& container) {
  std::vector<Entry> gone;
  absl::MutexLock lock(&mu_);
  const auto first = resources_.lower_bound(Key(Container(container), 0, ""));
  auto last = first;
  for (; last != resources_.end() && std::get<0>(last->first) == Container(container); ++last) {
    gone.push_back(std::move(last->second));
  }
  resources_.erase(first, last);
  return absl::OkStatus();
}

void ResourceMgr::Clear() {
  std::map<Key, Entry> gone;
  absl::MutexLock lock(&mu_);
  gone.swap(resources_);
}

std::string ResourceMgr::DebugString() const {
  absl::ReaderMutexLock lock(&mu_);
  std::string text;
  for (const auto& [key, entry] : resources_) {
    absl::StrAppend(&text, std::get<0>(key), " | ", entry.type_name, " | ", std::get<2>(key), " | ",
                    entry.resource->DebugString(), "\n");
  }
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
  static std::atomic<int64_t> next_private{0};
  resource_manager_ = manager;
  container_ = !container.empty() || manager == nullptr ? container : manager->default_container();
  private_ = shared_name.empty() && !use_node_name_as_default;
  name_ = !shared_name.empty() ? shared_name
          : use_node_name_as_default
              ? node.name()
              : absl::StrCat("_", next_private.fetch_add(1), "_", node.name());
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

namespace internal {

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

}  // namespace internal
}  // namespace opgraft
