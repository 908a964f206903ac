// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// For the *_isa.cc files, which are compiled once for each level of x86-64 into a namespace of
// their own (OPGRAFT_ISA), and once plainly on other machines. They include neither Eigen nor
// Abseil nor templates of the standard library: the linker keeps one copy of an inline function,
// and it might keep the one with instructions this machine does not have.
#ifndef KERNELS_LOOPS_ISA_H_
#define KERNELS_LOOPS_ISA_H_

#include <cstdint>

#include "framework/types/data_type_enum.h"
#include "framework/types/data_type_info.h"
#include "framework/types/internal_namespace.h"

#ifndef OPGRAFT_ISA
#error "compile this file with opgraft_isa_library"
#endif

#define OPGRAFT_INLINE inline __attribute__((always_inline))

// Iterations do not depend on each other: the output is apart from an input or exactly the same
// memory. (`restrict` would promise more than that: kernels may write over an input.)
#if defined(__clang__)
#define OPGRAFT_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define OPGRAFT_INDEPENDENT _Pragma("GCC ivdep")
#endif

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {
namespace {

// As std::complex<T> in memory; products look at neither infinities nor NaNs.
template <typename T>
struct Complex {
  T re;
  T im;
};

// --- C++ types and DataTypes ---
// The number of a C++ type; DT_INVALID if loops know no such type.
template <typename T>
inline constexpr DataType kDataTypeOf = DT_INVALID;
template <>
inline constexpr DataType kDataTypeOf<float> = DT_FLOAT;
template <>
inline constexpr DataType kDataTypeOf<double> = DT_DOUBLE;
template <>
inline constexpr DataType kDataTypeOf<int8_t> = DT_INT8;
template <>
inline constexpr DataType kDataTypeOf<int16_t> = DT_INT16;
template <>
inline constexpr DataType kDataTypeOf<int32_t> = DT_INT32;
template <>
inline constexpr DataType kDataTypeOf<int64_t> = DT_INT64;
template <>
inline constexpr DataType kDataTypeOf<uint8_t> = DT_UINT8;
template <>
inline constexpr DataType kDataTypeOf<uint16_t> = DT_UINT16;
template <>
inline constexpr DataType kDataTypeOf<uint32_t> = DT_UINT32;
template <>
inline constexpr DataType kDataTypeOf<uint64_t> = DT_UINT64;
template <>
inline constexpr DataType kDataTypeOf<Complex<float>> = DT_COMPLEX64;
template <>
inline constexpr DataType kDataTypeOf<Complex<double>> = DT_COMPLEX128;

// A list of types, for overloads that try one after the other.
template <typename... Ts>
struct Types {};
using FloatTypes = Types<float, double>;
using UnsignedTypes = Types<uint8_t, uint16_t, uint32_t, uint64_t>;
using SignedTypes = Types<int8_t, int16_t, int32_t, int64_t>;
using ComplexTypes = Types<Complex<float>, Complex<double>>;

template <typename T>
inline constexpr bool kIsFloat = false;
template <>
inline constexpr bool kIsFloat<float> = true;
template <>
inline constexpr bool kIsFloat<double> = true;

// Integers that wrap around do so alike whatever their sign: one loop serves the types of one size,
// of bool and of the quantized ones as well. A row for each number of a type, made of the one table
// of types when this is compiled, so that no function of that header becomes code here.
struct UnsignedRows {
  DataType of[static_cast<int>(dtype_rows::kNumTypeNumbers)] = {};
};
constexpr UnsignedRows MakeUnsignedRows() {
  UnsignedRows rows;
  for (int i = 0; i < static_cast<int>(dtype_rows::kNumTypeNumbers); ++i)
    rows.of[i] = static_cast<DataType>(i);
  for (const DataTypeInfo& info : kDataTypeTable) {
    if (info.family != TypeFamily::kSigned && info.family != TypeFamily::kQuantized &&
        info.family != TypeFamily::kUnsigned && info.dtype != DT_BOOL) {
      continue;
    }
    DataType& row = rows.of[static_cast<int>(info.dtype)];
    if (info.size == 1) row = DT_UINT8;
    if (info.size == 2) row = DT_UINT16;
    if (info.size == 4) row = DT_UINT32;
    if (info.size == 8) row = DT_UINT64;
  }
  return rows;
}
constexpr UnsignedRows kUnsignedRows = MakeUnsignedRows();
static_assert(kUnsignedRows.of[DT_QINT16] == DT_UINT16 && kUnsignedRows.of[DT_U1] == DT_UINT8 &&
                  kUnsignedRows.of[DT_BOOL] == DT_UINT8 &&
                  kUnsignedRows.of[DT_INT64] == DT_UINT64 && kUnsignedRows.of[DT_HALF] == DT_HALF,
              "one unsigned type for the integers of a size");

// The unsigned type whose loop serves integers of `dtype`; `dtype` itself for other types.
OPGRAFT_INLINE DataType AsUnsigned(DataType dtype) {
  const auto number = static_cast<unsigned>(dtype);
  return number < sizeof(kUnsignedRows.of) / sizeof(DataType) ? kUnsignedRows.of[number] : dtype;
}

// std::bit_cast, which is of C++20.
template <typename To, typename From>
OPGRAFT_INLINE To BitCast(From from) {
  static_assert(sizeof(To) == sizeof(From), "not the same size");
  To to;
  __builtin_memcpy(&to, &from, sizeof(to));
  return to;
}

}  // namespace
}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_ISA_H_
