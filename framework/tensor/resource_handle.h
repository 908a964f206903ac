// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TENSOR_RESOURCE_HANDLE_H_
#define FRAMEWORK_TENSOR_RESOURCE_HANDLE_H_

#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "framework/types/data_type.h"
#include "framework/types/partial_tensor_shape.h"

namespace opgraft {

// The type and shape of a tensor that a resource holds, as far as known: what shape inference of a
// reading op is told. A value; thread-compatible.
struct DtypeAndPartialTensorShape {
  DataType dtype = DT_INVALID;
  PartialTensorShape shape;

  bool operator==(const DtypeAndPartialTensorShape& other) const {
    return dtype == other.dtype && shape == other.shape;
  }
};

// The name of a resource of a request: an element of a DT_RESOURCE tensor. A value; it does not
// keep the resource alive, and one that a file brings may name nothing. TensorFlow's names.
// Thread-compatible. What it names is found by LookupResource (kernel/resource_mgr.h), which
// compares device and type.
//
// Example, a kernel that makes a resource and hands its name on, and one that finds it:
//   const ResourceHandle handle = MakeResourceHandle<Table>(context, container, "words");
//   output->scalar<ResourceHandle>()() = handle;
//   ...
//   OP_REQUIRES_OK(context, LookupResource(context, HandleFromInput(context, 0), &table));
class ResourceHandle {
 public:
  // The name that TensorFlow gives handles of resources that no manager keeps.
  static constexpr const char* ANONYMOUS_NAME =
      "cd2c89b7-88b7-44c8-ad83-06c2a9158347";  // NOLINT: TensorFlow's name

  // Where the resource lies: "/job:localhost/replica:0/task:0/device:CPU:0" of ours.
  const std::string& device() const { return device_; }
  void set_device(std::string device) { device_ = std::move(device); }
  // The container and the name in it that a ResourceMgr knows the resource by.
  const std::string& container() const { return container_; }
  void set_container(std::string container) { container_ = std::move(container); }
  const std::string& name() const { return name_; }
  void set_name(std::string name) { name_ = std::move(name); }
  // Of the C++ type of the resource (ResourceType::hash_code), in this process.
  uint64_t hash_code() const { return hash_code_; }
  void set_hash_code(uint64_t hash_code) { hash_code_ = hash_code; }
  // A human-readable name of that type.
  const std::string& maybe_type_name() const { return maybe_type_name_; }
  void set_maybe_type_name(std::string name) { maybe_type_name_ = std::move(name); }
  // What the resource holds, if it was made with that; for a variable one element.
  const std::vector<DtypeAndPartialTensorShape>& dtypes_and_shapes() const {
    return dtypes_and_shapes_;
  }
  void set_dtypes_and_shapes(std::vector<DtypeAndPartialTensorShape> v) {
    dtypes_and_shapes_ = std::move(v);
  }

  // Equal in all of the above.
  bool operator==(const ResourceHandle& other) const;
  bool operator!=(const ResourceHandle& other) const { return !(*this == other); }

  // "ResourceHandle(name='v', container='localhost', type='Var', float[2,3])".
  std::string DebugString() const;
  std::string SummarizeValue() const { return DebugString(); }

 private:
  std::string device_;
  std::string container_;
  std::string name_;
  uint64_t hash_code_ = 0;
  std::string maybe_type_name_;
  std::vector<DtypeAndPartialTensorShape> dtypes_and_shapes_;
};

std::ostream& operator<<(std::ostream& out, const ResourceHandle& handle);

}  // namespace opgraft

#endif  // FRAMEWORK_TENSOR_RESOURCE_HANDLE_H_
