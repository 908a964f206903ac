// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_DATA_TYPE_H_
#define FRAMEWORK_TYPES_DATA_TYPE_H_

#include <cstdint>
#include <ostream>
#include <string>
#include <type_traits>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/types/data_type_enum.h"
#include "framework/types/numeric_types.h"

namespace opgraft {

class ResourceHandle;  // framework/tensor/resource_handle.h
class Variant;         // framework/tensor/variant.h

// What is known of a DataType by its number. All functions here are pure and thread-safe, and none
// fails: a number that is no type (a file may hold any) has a name that says so, has size 0, and is
// in no class.
using DataTypeVector = absl::InlinedVector<DataType, 4>;
using DataTypeSlice = absl::Span<const DataType>;

// --- Names ---

// The short name ("float", "int32", "float_ref"); "INVALID" for DT_INVALID, "unknown dtype enum
// (N)" for other numbers.
std::string DataTypeString(DataType dtype);
// The names with ", " between them: "float, int32".
std::string DataTypeSliceString(DataTypeSlice dtypes);
inline std::string DataTypeVectorString(const DataTypeVector& dtypes) {
  return DataTypeSliceString(dtypes);
}
// The type of a short name, of a synonym (float32, float64, float16), or of one of these with
// "_ref". False, and `*dtype` is untouched, if there is no such type.
bool DataTypeFromString(absl::string_view name, DataType* dtype);
// The short name nearest to `name`, for messages ("nearest: double"); empty if none is near.
std::string NearestDataTypeName(absl::string_view name);
std::ostream& operator<<(std::ostream& out, DataType dtype);

// --- References ---

// A reference to a float is DT_FLOAT_REF, whose number is DT_FLOAT + 100. Only the ops of
// TensorFlow's reference variables have such inputs and outputs; no tensor has such a dtype.
constexpr int kDataTypeRefOffset = 100;
constexpr bool IsRefType(DataType dtype) { return dtype > kDataTypeRefOffset; }
// The reference to `dtype`, and back. REQUIRES: MakeRefType is given no reference, RemoveRefType
// one. BaseType takes either.
constexpr DataType MakeRefType(DataType dtype) {
  return static_cast<DataType>(dtype + kDataTypeRefOffset);
}
constexpr DataType RemoveRefType(DataType dtype) {
  return static_cast<DataType>(dtype - kDataTypeRefOffset);
}
constexpr DataType BaseType(DataType dtype) {
  return IsRefType(dtype) ? RemoveRefType(dtype) : dtype;
}
// True if a value of type `actual` may be used where `expected` is declared: equal, or a reference
// to it.
constexpr bool TypesCompatible(DataType expected, DataType actual) {
  return expected == actual || expected == BaseType(actual);
}

// --- Classes of types. References belong to none. ---

// True for the types that a tensor can have: every one but DT_INVALID, references and numbers that
// are not in the enum.
bool DataTypeIsValid(DataType dtype);
// Bytes of an element in memory; 0 for string, resource, variant and what is not valid.
int DataTypeSize(DataType dtype);
// True if elements may be copied as bytes: every valid type but string, resource and variant.
inline bool DataTypeCanUseMemcpy(DataType dtype) { return DataTypeSize(dtype) > 0; }
// Signed and unsigned integers, u1 and those of 2 and 4 bits included; neither bool nor quantized
// ones.
//
// Example, in a kernel's constructor:
//   OP_REQUIRES(context, DataTypeIsInteger(context->input_type(0)),
//               errors::InvalidArgument("indices must be integers"));
bool DataTypeIsInteger(DataType dtype);
// Signed integers, int2 and int4 included.
bool DataTypeIsSigned(DataType dtype);
// Unsigned integers, u1, uint2 and uint4 included.
bool DataTypeIsUnsigned(DataType dtype);
// float, double, half, bfloat16 and those of 4 and 8 bits; complex numbers are not.
bool DataTypeIsFloating(DataType dtype);
bool DataTypeIsComplex(DataType dtype);
bool DataTypeIsQuantized(DataType dtype);

// Lists in the order of their numbers, which live as long as the program: all valid types, and the
// sets that attr specs name.
DataTypeSlice AllTypes();
// The attr spec's `numbertype`: real, complex and quantized numbers.
DataTypeSlice NumberTypes();
// The attr spec's `realnumbertype`.
DataTypeSlice RealNumberTypes();
// The attr spec's `quantizedtype`.
DataTypeSlice QuantizedTypes();

// --- C++ types ---

// The DataType of a C++ type, or a compile-time error if it has none.
//
// Example:
//   DataTypeToEnum<float>::value  // DT_FLOAT; ::v() is the same as a function
//   DataTypeToEnum<float>::ref()  // DT_FLOAT_REF
template <typename T>
struct DataTypeToEnum {
  static_assert(!std::is_same<T, T>::value, "no DataType has this C++ type");
};

// The C++ type of a DataType: EnumToDataType<DT_FLOAT>::Type is float.
template <DataType kDataType>
struct EnumToDataType {};

// True if T is the C++ type of a DataType.
template <typename T>
struct IsValidDataType : std::false_type {};

}  // namespace opgraft

namespace opgraft_internal {
// What the specialisations of DataTypeToEnum share.
template <opgraft::DataType kDataType>
struct DataTypeToEnumBase {
  static constexpr opgraft::DataType value = kDataType;
  static constexpr opgraft::DataType v() { return kDataType; }
  static constexpr opgraft::DataType ref() { return opgraft::MakeRefType(kDataType); }
};
}  // namespace opgraft_internal

namespace opgraft {

// One direction, for a C++ type that is a second spelling; and both directions.
#define OPGRAFT_CPP_TYPE_TO_DATA_TYPE_(TYPE, ENUM)                                    \
  template <>                                                                         \
  struct DataTypeToEnum<TYPE> : public opgraft_internal::DataTypeToEnumBase<ENUM> {}; \
  template <>                                                                         \
  struct IsValidDataType<TYPE> : std::true_type {}

#define OPGRAFT_MATCH_TYPE_AND_ENUM_(TYPE, ENUM) \
  OPGRAFT_CPP_TYPE_TO_DATA_TYPE_(TYPE, ENUM);    \
  template <>                                    \
  struct EnumToDataType<ENUM> {                  \
    using Type = TYPE;                           \
  }

OPGRAFT_MATCH_TYPE_AND_ENUM_(float, DT_FLOAT);
OPGRAFT_MATCH_TYPE_AND_ENUM_(double, DT_DOUBLE);
OPGRAFT_MATCH_TYPE_AND_ENUM_(int32_t, DT_INT32);
OPGRAFT_MATCH_TYPE_AND_ENUM_(uint8_t, DT_UINT8);
OPGRAFT_MATCH_TYPE_AND_ENUM_(int16_t, DT_INT16);
OPGRAFT_MATCH_TYPE_AND_ENUM_(int8_t, DT_INT8);
OPGRAFT_MATCH_TYPE_AND_ENUM_(tstring, DT_STRING);
OPGRAFT_MATCH_TYPE_AND_ENUM_(complex64, DT_COMPLEX64);
OPGRAFT_MATCH_TYPE_AND_ENUM_(int64_t, DT_INT64);
OPGRAFT_MATCH_TYPE_AND_ENUM_(bool, DT_BOOL);
OPGRAFT_MATCH_TYPE_AND_ENUM_(qint8, DT_QINT8);
OPGRAFT_MATCH_TYPE_AND_ENUM_(quint8, DT_QUINT8);
OPGRAFT_MATCH_TYPE_AND_ENUM_(qint32, DT_QINT32);
OPGRAFT_MATCH_TYPE_AND_ENUM_(bfloat16, DT_BFLOAT16);
OPGRAFT_MATCH_TYPE_AND_ENUM_(qint16, DT_QINT16);
OPGRAFT_MATCH_TYPE_AND_ENUM_(quint16, DT_QUINT16);
OPGRAFT_MATCH_TYPE_AND_ENUM_(uint16_t, DT_UINT16);
OPGRAFT_MATCH_TYPE_AND_ENUM_(complex128, DT_COMPLEX128);
OPGRAFT_MATCH_TYPE_AND_ENUM_(half, DT_HALF);
OPGRAFT_MATCH_TYPE_AND_ENUM_(ResourceHandle, DT_RESOURCE);
OPGRAFT_MATCH_TYPE_AND_ENUM_(Variant, DT_VARIANT);
OPGRAFT_MATCH_TYPE_AND_ENUM_(uint32_t, DT_UINT32);
OPGRAFT_MATCH_TYPE_AND_ENUM_(uint64_t, DT_UINT64);
OPGRAFT_MATCH_TYPE_AND_ENUM_(float8_e5m2, DT_FLOAT8_E5M2);
OPGRAFT_MATCH_TYPE_AND_ENUM_(float8_e4m3fn, DT_FLOAT8_E4M3FN);
OPGRAFT_MATCH_TYPE_AND_ENUM_(float8_e4m3fnuz, DT_FLOAT8_E4M3FNUZ);
OPGRAFT_MATCH_TYPE_AND_ENUM_(float8_e4m3b11fnuz, DT_FLOAT8_E4M3B11FNUZ);
OPGRAFT_MATCH_TYPE_AND_ENUM_(float8_e5m2fnuz, DT_FLOAT8_E5M2FNUZ);
OPGRAFT_MATCH_TYPE_AND_ENUM_(int4, DT_INT4);
OPGRAFT_MATCH_TYPE_AND_ENUM_(uint4, DT_UINT4);
OPGRAFT_MATCH_TYPE_AND_ENUM_(int2, DT_INT2);
OPGRAFT_MATCH_TYPE_AND_ENUM_(uint2, DT_UINT2);
OPGRAFT_MATCH_TYPE_AND_ENUM_(float4_e2m1fn, DT_FLOAT4_E2M1FN);
OPGRAFT_MATCH_TYPE_AND_ENUM_(u1, DT_U1);
// The other 64-bit integer of the compiler; int64_t is `long` here.
OPGRAFT_CPP_TYPE_TO_DATA_TYPE_(long long, DT_INT64);
OPGRAFT_CPP_TYPE_TO_DATA_TYPE_(unsigned long long, DT_UINT64);

#undef OPGRAFT_MATCH_TYPE_AND_ENUM_
#undef OPGRAFT_CPP_TYPE_TO_DATA_TYPE_

}  // namespace opgraft

#endif  // FRAMEWORK_TYPES_DATA_TYPE_H_
