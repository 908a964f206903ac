// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_STATE_RESOURCE_BASE_H_
#define FRAMEWORK_STATE_RESOURCE_BASE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/state/ref_counted.h"
#include "framework/state/tensor_cell.h"
#include "framework/types/type_of.h"

namespace opgraft {

// An object that kernels share under a name: a table, a queue. TensorFlow's; the additions say so.
//
// A class may offer three things, so that requests which have such a resource can be forked and
// saved: Clone, Serialize, and, to come back from a file,
//   static absl::Status Restore(absl::string_view bytes, T** resource);
// They are called while the request's resources are locked and must not use them. Kernels of one
// request may call it from several threads at once: a class with contents has a lock.
//
// Example:
//   class Table : public ResourceBase {
//    public:
//     std::string DebugString() const override { return "Table"; }
//     absl::Status Clone(core::RefCountPtr<ResourceBase>* copy) const override;
//   };
class ResourceBase : public core::RefCounted {
 public:
  // A human-readable description.
  virtual std::string DebugString() const = 0;
  // About the bytes that it holds; TensorFlow's, for information.
  virtual int64_t MemoryUsed() const { return 0; }

  // Not TensorFlow's: Clone makes another resource of the same contents, which the caller owns;
  // Serialize gives the contents as bytes. UNIMPLEMENTED where the class does not offer it.
  virtual absl::Status Clone(core::RefCountPtr<ResourceBase>* copy) const;
  virtual absl::Status Serialize(std::string* bytes) const;
  // Not TensorFlow's: the cell that this resource is a view of; null: it has contents of its own.
  virtual std::shared_ptr<TensorCell> tensor_cell() const { return nullptr; }
};

// How to make a resource of one class out of what the state holds. Null: the class cannot.
struct ResourceMakers {
  core::RefCountPtr<ResourceBase> (*of_cell)(std::shared_ptr<TensorCell> cell) = nullptr;
  absl::Status (*of_bytes)(absl::string_view bytes,
                           core::RefCountPtr<ResourceBase>* resource) = nullptr;
};

// The C++ type of a resource. Equal in every library of the process. A value; thread-compatible.
struct ResourceType {
  uint64_t hash_code = 0;
  std::string name;
  ResourceMakers makers;

  // With the makers that class T has: T::OfCell(std::shared_ptr<TensorCell>), T::Restore.
  template <typename T>
  static ResourceType Of();
  // Without makers.
  static ResourceType Of(const std::type_info& type);
};

}  // namespace opgraft

namespace opgraft_internal {

// ResourceMakers::of_cell of class T: calls T::OfCell if T has it, else null.
template <typename T, typename = void>
struct MakerOfCell {
  static constexpr decltype(opgraft::ResourceMakers::of_cell) Make = nullptr;
};
template <typename T>
struct MakerOfCell<T, std::void_t<decltype(T::OfCell(std::shared_ptr<opgraft::TensorCell>()))>> {
  static opgraft::core::RefCountPtr<opgraft::ResourceBase> Make(
      std::shared_ptr<opgraft::TensorCell> cell) {
    return opgraft::core::RefCountPtr<opgraft::ResourceBase>(T::OfCell(std::move(cell)));
  }
};

// ResourceMakers::of_bytes of class T: calls T::Restore if T has it, else null.
template <typename T, typename = void>
struct MakerOfBytes {
  static constexpr decltype(opgraft::ResourceMakers::of_bytes) Make = nullptr;
};
template <typename T>
struct MakerOfBytes<
    T, std::void_t<decltype(T::Restore(absl::string_view(), static_cast<T**>(nullptr)))>> {
  static absl::Status Make(absl::string_view bytes,
                           opgraft::core::RefCountPtr<opgraft::ResourceBase>* resource) {
    T* made = nullptr;
    absl::Status status = T::Restore(bytes, &made);
    resource->reset(made);
    return status;
  }
};

}  // namespace opgraft_internal

namespace opgraft {

template <typename T>
ResourceType ResourceType::Of() {
  ResourceType type = Of(opgraft_internal::TypeOf<T>());
  type.makers.of_cell = opgraft_internal::MakerOfCell<T>::Make;
  type.makers.of_bytes = opgraft_internal::MakerOfBytes<T>::Make;
  return type;
}

}  // namespace opgraft

#endif  // FRAMEWORK_STATE_RESOURCE_BASE_H_
