// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Which field of a TensorProto holds the elements of a C++ type, and how a value is written there.
// For tensor_proto.
#ifndef FRAMEWORK_TENSOR_TENSOR_PROTO_FIELDS_H_
#define FRAMEWORK_TENSOR_TENSOR_PROTO_FIELDS_H_

#include <cstdint>
#include <string>
#include <type_traits>

#include "framework/types/internal_namespace.h"
#include "framework/types/numeric_types.h"
#include "opgraft/proto/tensor.pb.h"

namespace opgraft_internal {
// Which field of a TensorProto holds the elements of a C++ type, and how an element is written
// there. For the reader (tensor_from_proto.cc) and the writer (tensor_to_proto.cc), so that both
// agree. All is decided at compile time; nothing fails.
//
// Example: a half 1.0 is the number 0x3C00 in half_val, an int8 -1 is -1 in int_val, and an element
// of float8_e5m2 a byte of float8_val.
namespace proto_fields {

// A field as a type: Get gives its elements, Mutable lets them be changed.
#define OPGRAFT_FIELD_(STRUCT, FIELD)                                             \
  struct STRUCT {                                                                 \
    static const auto& Get(const TensorProto& proto) { return proto.FIELD(); }    \
    static auto* Mutable(TensorProto* proto) { return proto->mutable_##FIELD(); } \
  }
OPGRAFT_FIELD_(FloatVal, float_val);
OPGRAFT_FIELD_(DoubleVal, double_val);
OPGRAFT_FIELD_(IntVal, int_val);
OPGRAFT_FIELD_(Int64Val, int64_val);
OPGRAFT_FIELD_(BoolVal, bool_val);
OPGRAFT_FIELD_(HalfVal, half_val);
OPGRAFT_FIELD_(Uint32Val, uint32_val);
OPGRAFT_FIELD_(Uint64Val, uint64_val);
OPGRAFT_FIELD_(Float8Val, float8_val);
OPGRAFT_FIELD_(ComplexVal, scomplex_val);
OPGRAFT_FIELD_(DoubleComplexVal, dcomplex_val);
#undef OPGRAFT_FIELD_

// The families of types that a field is shared by.
template <typename T>
struct IsSmallFloat : std::false_type {};
template <typename Format>
struct IsSmallFloat<SmallFloat<Format>> : std::true_type {};
template <typename T>
struct IsSmallInt : std::false_type {};
template <int kBits, bool kSigned>
struct IsSmallInt<SmallInt<kBits, kSigned>> : std::true_type {};
// Types of 16 bits, whose bits half_val holds; and types of two parts.
template <typename T>
inline constexpr bool kIsHalf = std::is_same<T, half>::value || std::is_same<T, bfloat16>::value;
template <typename T>
inline constexpr bool kIsComplex =
    std::is_same<T, complex64>::value || std::is_same<T, complex128>::value;

// The field of a trivial type. Signed integers of up to 32 bits, unsigned ones of up to 16, and
// quantized types share int_val, as in TensorFlow. A complex number takes two elements of its
// field.
//
// Example: `FieldOf<half>().Get(proto)` is proto.half_val().
template <typename T>
constexpr auto FieldOf() {
  if constexpr (std::is_same<T, float>::value)
    return FloatVal();
  else if constexpr (std::is_same<T, double>::value)
    return DoubleVal();
  else if constexpr (std::is_same<T, int64_t>::value)
    return Int64Val();
  else if constexpr (std::is_same<T, bool>::value)
    return BoolVal();
  else if constexpr (std::is_same<T, uint32_t>::value)
    return Uint32Val();
  else if constexpr (std::is_same<T, uint64_t>::value)
    return Uint64Val();
  else if constexpr (std::is_same<T, complex64>::value)
    return ComplexVal();
  else if constexpr (std::is_same<T, complex128>::value)
    return DoubleComplexVal();
  else if constexpr (kIsHalf<T>)
    return HalfVal();
  else if constexpr (IsSmallFloat<T>::value)
    return Float8Val();
  else
    return IntVal();
}

// The element that a value in the field means. An int_val out of range wraps, as TensorFlow reads
// it; a half is given by its bits.
template <typename T, typename V>
T FromField(V value) {
  if constexpr (kIsHalf<T>)
    return Eigen::numext::bit_cast<T>(static_cast<uint16_t>(value));
  else if constexpr (IsSmallFloat<T>::value)
    return T::FromBits(static_cast<uint8_t>(value) & T::Format::kAllBits);
  else if constexpr (std::is_class<T>::value && !IsSmallInt<T>::value)
    return T(static_cast<typename T::Storage>(value));
  else
    return static_cast<T>(value);
}

// The other way round: FromField of it is `value`.
template <typename T>
auto ToField(T value) {
  if constexpr (kIsHalf<T>)
    return static_cast<int32_t>(Eigen::numext::bit_cast<uint16_t>(value));
  else if constexpr (IsSmallFloat<T>::value)
    return static_cast<char>(value.bits());
  else if constexpr (std::is_same<T, bool>::value)
    return value;
  else if constexpr (std::is_class<T>::value || sizeof(T) < sizeof(int32_t))
    return static_cast<int32_t>(value);
  else
    return value;
}

}  // namespace proto_fields
}  // namespace opgraft_internal

#endif  // FRAMEWORK_TENSOR_TENSOR_PROTO_FIELDS_H_
