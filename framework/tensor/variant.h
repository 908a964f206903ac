// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TENSOR_VARIANT_H_
#define FRAMEWORK_TENSOR_VARIANT_H_

#include <memory>
#include <ostream>
#include <string>
#include <type_traits>
#include <typeindex>
#include <utility>

#include "absl/status/statusor.h"
#include "framework/types/type_of.h"

namespace opgraft {

class Tensor;
class VariantTensorData;  // framework/tensor/variant_tensor_data.h

// A value of any copyable C++ type: an element of a DT_VARIANT tensor. Copying copies the value.
// TensorFlow's names. Owns its value; thread-compatible.
//
// A type that is to be written to files has `std::string TypeName() const`, `void
// Encode(VariantTensorData*) const` and `bool Decode(const VariantTensorData&)`, and is registered
// with RegisterVariantDecoder. One may also have `std::string DebugString() const`.
//
// Example:
//   Variant v = Point{1, 2};
//   if (const Point* p = v.get<Point>()) Use(*p);  // null if it holds another type
class Variant {
 public:
  Variant() = default;
  template <typename T, typename V = std::decay_t<T>,
            typename = std::enable_if_t<!std::is_same<V, Variant>::value &&
                                        std::is_copy_constructible<V>::value>>
  Variant(T&& value) : value_(std::make_unique<Value<V>>(std::forward<T>(value))) {}
  Variant(const Variant& other)
      : value_(other.value_ == nullptr ? nullptr : other.value_->Clone()) {}
  Variant(Variant&&) noexcept = default;
  // Takes the value of a copy, so that assigning to itself is right.
  Variant& operator=(Variant other) noexcept {
    value_ = std::move(other.value_);
    return *this;
  }

  // True if there is no value; clear() takes it away.
  bool is_empty() const { return value_ == nullptr; }
  void clear() { value_ = nullptr; }

  // The C++ type of the value; void if this is empty.
  std::type_index TypeId() const;
  // The value if it is a T, else null.
  template <typename T>
  T* get() {
    const bool is_t = TypeId() == std::type_index(opgraft_internal::TypeOf<T>());
    return is_t ? &static_cast<Value<T>*>(value_.get())->value : nullptr;
  }
  template <typename T>
  const T* get() const {
    return const_cast<Variant*>(this)->get<T>();
  }

  // The name that its decoder is registered with; empty if the value is empty or cannot be written.
  std::string TypeName() const { return value_ == nullptr ? std::string() : value_->TypeName(); }
  // "Variant<Point(1, 2)>": the value's DebugString, else its TypeName, else "?"; "Variant<empty>".
  std::string DebugString() const;
  std::string SummarizeValue() const { return DebugString(); }
  // Writes type name and value to `*data`; false if the value's type cannot be written.
  bool Encode(VariantTensorData* data) const;

 private:
  // The value without its type; Value<T> knows it.
  struct ValueBase {
    virtual ~ValueBase() = default;
    virtual std::unique_ptr<ValueBase> Clone() const = 0;
    virtual std::type_index TypeId() const = 0;
    virtual std::string TypeName() const = 0;
    virtual std::string DebugString() const = 0;
    virtual bool Encode(VariantTensorData* data) const = 0;
  };

  // What T offers of the functions above.
  template <typename T, typename = void>
  struct HasEncode : std::false_type {};
  template <typename T>
  struct HasEncode<
      T, std::void_t<decltype(std::declval<const T&>().TypeName()),
                     decltype(std::declval<const T&>().Encode(std::declval<VariantTensorData*>()))>>
      : std::true_type {};
  template <typename T, typename = void>
  struct HasDebugString : std::false_type {};
  template <typename T>
  struct HasDebugString<T, std::void_t<decltype(std::declval<const T&>().DebugString())>>
      : std::true_type {};

  // A value with its type. What T does not offer is answered as if it could not be written.
  template <typename T>
  struct Value final : ValueBase {
    template <typename U>
    explicit Value(U&& v) : value(std::forward<U>(v)) {}
    std::unique_ptr<ValueBase> Clone() const override { return std::make_unique<Value>(value); }
    std::type_index TypeId() const override { return opgraft_internal::TypeOf<T>(); }
    std::string TypeName() const override {
      if constexpr (HasEncode<T>::value) return std::string(value.TypeName());
      return std::string();
    }
    std::string DebugString() const override {
      if constexpr (HasDebugString<T>::value) return value.DebugString();
      return TypeName();
    }
    bool Encode(VariantTensorData* data) const override {
      if constexpr (HasEncode<T>::value) {
        value.Encode(data);
        return true;
      }
      return false;
    }
    T value;
  };

  std::unique_ptr<ValueBase> value_;
};

std::ostream& operator<<(std::ostream& out, const Variant& variant);

// Makes a Variant of what a file holds; INVALID_ARGUMENT if it cannot be.
using VariantDecoder = absl::StatusOr<Variant> (*)(const VariantTensorData& data);
// Names the decoder of a type; DecodeVariant finds it by TypeName(). Called by static initialisers;
// the first of a name stays. Thread-safe.
void RegisterVariantDecoder(const char* type_name, VariantDecoder decoder);

// Decodes with the decoder of data.type_name(). A type without a decoder stays as it was written:
// the Variant then holds the VariantTensorData, which encodes to the same. Without a type name: an
// empty Variant. Else what the decoder answers. Thread-safe.
absl::StatusOr<Variant> DecodeVariant(const VariantTensorData& data);

}  // namespace opgraft

namespace opgraft_internal {

// `variant = tensor` and `variant.get<Tensor>()` for kernels, which are compiled without RTTI.
void SetTensorOf(const opgraft::Tensor& tensor, opgraft::Variant* variant);
const opgraft::Tensor* TensorOf(const opgraft::Variant& variant);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TENSOR_VARIANT_H_
