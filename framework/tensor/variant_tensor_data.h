// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TENSOR_VARIANT_TENSOR_DATA_H_
#define FRAMEWORK_TENSOR_VARIANT_TENSOR_DATA_H_

#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "framework/tensor/tensor.h"

namespace opgraft {

// What a Variant is in a file: a type name, bytes, and tensors. A value; copies share the tensors'
// buffers. TensorFlow's names. Thread-compatible.
//
// Example, in a type that a Variant may hold:
//   void Encode(VariantTensorData* data) const { data->set_metadata(radius_); }
//   bool Decode(const VariantTensorData& data) { return data.get_metadata(&radius_); }
class VariantTensorData {
 public:
  // The name that the decoder of the type is registered with.
  const std::string& type_name() const { return type_name_; }
  void set_type_name(std::string name) { type_name_ = std::move(name); }
  // The bytes, which only the value's own class understands.
  const std::string& metadata_string() const { return metadata_; }
  void set_metadata(std::string metadata) { metadata_ = std::move(metadata); }
  // A trivial value as its bytes, in this machine's order. get_metadata is false if the bytes have
  // another size.
  template <typename T, typename = std::enable_if_t<std::is_trivially_copyable<T>::value>>
  void set_metadata(const T& value) {
    metadata_.assign(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  template <typename T>
  bool get_metadata(T* value) const {
    static_assert(std::is_trivially_copyable<T>::value, "metadata are bytes");
    if (metadata_.size() != sizeof(T)) return false;
    std::memcpy(value, metadata_.data(), sizeof(T));
    return true;
  }
  bool get_metadata(std::string* value) const {
    *value = metadata_;
    return true;
  }

  int tensors_size() const { return static_cast<int>(tensors_.size()); }
  // The tensors of the value, in an order that its class knows.
  const std::vector<Tensor>& tensors() const { return tensors_; }
  // An empty tensor if there is no such index.
  const Tensor& tensors(int index) const;
  Tensor* add_tensors() { return &tensors_.emplace_back(); }
  void set_tensors(std::vector<Tensor> tensors) { tensors_ = std::move(tensors); }

  // As Tensor::Identical.
  bool Identical(const VariantTensorData& other) const;

  // What a Variant asks of its value, so that one can hold what no decoder was registered for.
  const std::string& TypeName() const { return type_name_; }
  void Encode(VariantTensorData* data) const { *data = *this; }
  // "name Metadata: 4 bytes Tensors: 2".
  std::string DebugString() const;

 private:
  std::string type_name_;
  std::string metadata_;
  std::vector<Tensor> tensors_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_TENSOR_VARIANT_TENSOR_DATA_H_
