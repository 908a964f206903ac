// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What a dtype is: one table, a row a type. A new dtype is a row here, its number in
// data_type_enum.h and its C++ type in data_type.h and visit_type.h; casts, reductions and
// element-wise kernels read from the table what computes it.
#ifndef FRAMEWORK_TYPES_DATA_TYPE_INFO_H_
#define FRAMEWORK_TYPES_DATA_TYPE_INFO_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "framework/types/data_type_enum.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The classes of types of data_type.h. kNone: no type of a tensor; kOther: bool, string, resource
// and variant.
enum class TypeFamily { kNone, kSigned, kUnsigned, kFloating, kComplex, kQuantized, kOther };

// What a dtype is, a row of the table below. Plain data; immutable.
//
// Example: half is {DT_HALF, "half", 2 bytes, kFloating, computed as DT_FLOAT, 10 bits, a number}.
struct DataTypeInfo {
  DataType dtype = DT_INVALID;
  // As attr specs write it: "float". Null: there is no such type.
  const char* name = nullptr;
  // Bytes of an element in memory; 0: elements are objects.
  int size = 0;
  TypeFamily family = TypeFamily::kNone;
  // The type whose loops compute its elements; see ComputeTypeOf.
  DataType compute = DT_INVALID;
  // Stored bits of the mantissa, of a complex number in each part; 0 for other types.
  int mantissa_bits = 0;
  // True if the word `numbertype` of attr specs includes it.
  bool is_number = false;
};

// All types that tensors can have, in order of their numbers. The one place that knows a type's
// size, class and loops: kernels ask it and name no small float by itself.
inline constexpr DataTypeInfo kDataTypeTable[] = {
    {DT_FLOAT, "float", 4, TypeFamily::kFloating, DT_FLOAT, 23, true},
    {DT_DOUBLE, "double", 8, TypeFamily::kFloating, DT_DOUBLE, 52, true},
    {DT_INT32, "int32", 4, TypeFamily::kSigned, DT_INT32, 0, true},
    {DT_UINT8, "uint8", 1, TypeFamily::kUnsigned, DT_UINT8, 0, true},
    {DT_INT16, "int16", 2, TypeFamily::kSigned, DT_INT16, 0, true},
    {DT_INT8, "int8", 1, TypeFamily::kSigned, DT_INT8, 0, true},
    {DT_STRING, "string", 0, TypeFamily::kOther, DT_STRING, 0, false},
    {DT_COMPLEX64, "complex64", 8, TypeFamily::kComplex, DT_COMPLEX64, 23, true},
    {DT_INT64, "int64", 8, TypeFamily::kSigned, DT_INT64, 0, true},
    {DT_BOOL, "bool", 1, TypeFamily::kOther, DT_BOOL, 0, false},
    {DT_QINT8, "qint8", 1, TypeFamily::kQuantized, DT_INT8, 0, true},
    {DT_QUINT8, "quint8", 1, TypeFamily::kQuantized, DT_UINT8, 0, true},
    {DT_QINT32, "qint32", 4, TypeFamily::kQuantized, DT_INT32, 0, true},
    {DT_BFLOAT16, "bfloat16", 2, TypeFamily::kFloating, DT_FLOAT, 7, true},
    {DT_QINT16, "qint16", 2, TypeFamily::kQuantized, DT_INT16, 0, true},
    {DT_QUINT16, "quint16", 2, TypeFamily::kQuantized, DT_UINT16, 0, true},
    {DT_UINT16, "uint16", 2, TypeFamily::kUnsigned, DT_UINT16, 0, true},
    {DT_COMPLEX128, "complex128", 16, TypeFamily::kComplex, DT_COMPLEX128, 52, true},
    {DT_HALF, "half", 2, TypeFamily::kFloating, DT_FLOAT, 10, true},
    {DT_RESOURCE, "resource", 0, TypeFamily::kOther, DT_RESOURCE, 0, false},
    {DT_VARIANT, "variant", 0, TypeFamily::kOther, DT_VARIANT, 0, false},
    {DT_UINT32, "uint32", 4, TypeFamily::kUnsigned, DT_UINT32, 0, true},
    {DT_UINT64, "uint64", 8, TypeFamily::kUnsigned, DT_UINT64, 0, true},
    {DT_FLOAT8_E5M2, "float8_e5m2", 1, TypeFamily::kFloating, DT_FLOAT, 2, false},
    {DT_FLOAT8_E4M3FN, "float8_e4m3fn", 1, TypeFamily::kFloating, DT_FLOAT, 3, false},
    {DT_FLOAT8_E4M3FNUZ, "float8_e4m3fnuz", 1, TypeFamily::kFloating, DT_FLOAT, 3, false},
    {DT_FLOAT8_E4M3B11FNUZ, "float8_e4m3b11fnuz", 1, TypeFamily::kFloating, DT_FLOAT, 3, false},
    {DT_FLOAT8_E5M2FNUZ, "float8_e5m2fnuz", 1, TypeFamily::kFloating, DT_FLOAT, 2, false},
    {DT_INT4, "int4", 1, TypeFamily::kSigned, DT_INT8, 0, false},
    {DT_UINT4, "uint4", 1, TypeFamily::kUnsigned, DT_UINT8, 0, false},
    {DT_INT2, "int2", 1, TypeFamily::kSigned, DT_INT8, 0, false},
    {DT_UINT2, "uint2", 1, TypeFamily::kUnsigned, DT_UINT8, 0, false},
    {DT_FLOAT4_E2M1FN, "float4_e2m1fn", 1, TypeFamily::kFloating, DT_FLOAT, 1, false},
    {DT_U1, "u1", 1, TypeFamily::kUnsigned, DT_BOOL, 0, false},
};

// The table by number. Numbers have gaps (34 to 63 are free), which lead to kNoType.
namespace dtype_rows {
inline constexpr size_t kNumTypeNumbers = DT_U1 + 1;
inline constexpr DataTypeInfo kNoType;

// The row of each number.
constexpr std::array<const DataTypeInfo*, kNumTypeNumbers> MakeTypeIndex() {
  std::array<const DataTypeInfo*, kNumTypeNumbers> rows{};
  for (size_t i = 0; i < kNumTypeNumbers; ++i) rows[i] = &kNoType;
  for (const DataTypeInfo& row : kDataTypeTable) rows[static_cast<size_t>(row.dtype)] = &row;
  return rows;
}
// Made at compile time.
inline constexpr std::array<const DataTypeInfo*, kNumTypeNumbers> kTypeIndex = MakeTypeIndex();
}  // namespace dtype_rows

// The row of `dtype`. What is no type of a tensor (DT_INVALID, references, unknown numbers) gets a
// row without a name. Never fails.
constexpr const DataTypeInfo& InfoOf(DataType dtype) {
  const bool in_range = static_cast<size_t>(dtype) < dtype_rows::kNumTypeNumbers;
  return in_range ? *dtype_rows::kTypeIndex[static_cast<size_t>(dtype)] : dtype_rows::kNoType;
}

// The type whose loops compute elements of `dtype`: float for half, bfloat16 and the smaller
// floats, rounded once at the end; (u)int8 for the integers of 2 and 4 bits, which lie in memory as
// these do; the integer of its bits for a quantized type; bool for u1; otherwise `dtype` itself. So
// a kernel with loops for the compute types serves all types.
//
// Example: ComputeTypeOf(DT_HALF) is DT_FLOAT, ComputeTypeOf(DT_INT4) is DT_INT8.
constexpr DataType ComputeTypeOf(DataType dtype) {
  const DataTypeInfo& info = InfoOf(dtype);
  return info.name == nullptr ? dtype : info.compute;
}

// The type of both parts of a complex number; `dtype` itself for other types. float for complex64.
constexpr DataType PartTypeOf(DataType dtype) {
  if (dtype == DT_COMPLEX64) return DT_FLOAT;
  return dtype == DT_COMPLEX128 ? DT_DOUBLE : dtype;
}

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TYPES_DATA_TYPE_INFO_H_
