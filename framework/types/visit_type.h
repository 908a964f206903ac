// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_VISIT_TYPE_H_
#define FRAMEWORK_TYPES_VISIT_TYPE_H_

#include <utility>

#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Carries a C++ type as a value, so that a generic lambda can take it.
template <typename T>
struct TypeTag {
  using Type = T;
};

// Calls fn(TypeTag<T>()) with the C++ type T of `dtype`; false, and no call, if the dtype is not
// valid. `fn` is compiled for each of the types, 34 times, so it should be small, or choose with
// `if constexpr` what it does for families of types. Thread-safe if `fn` is.
//
// Example, the size of an element:
//   size_t size = 0;
//   VisitType(dtype, [&size](auto tag) { size = sizeof(typename decltype(tag)::Type); });
template <typename Fn>
bool VisitType(DataType dtype, Fn&& fn) {
  switch (dtype) {
// One case for each row of data_type_info.h's table; the C++ types are those of data_type.h.
#define OPGRAFT_CASE_(ENUM)                             \
  case ENUM:                                            \
    fn(TypeTag<typename EnumToDataType<ENUM>::Type>()); \
    return true;
    OPGRAFT_CASE_(DT_FLOAT)
    OPGRAFT_CASE_(DT_DOUBLE)
    OPGRAFT_CASE_(DT_INT32)
    OPGRAFT_CASE_(DT_UINT8)
    OPGRAFT_CASE_(DT_INT16)
    OPGRAFT_CASE_(DT_INT8)
    OPGRAFT_CASE_(DT_STRING)
    OPGRAFT_CASE_(DT_COMPLEX64)
    OPGRAFT_CASE_(DT_INT64)
    OPGRAFT_CASE_(DT_BOOL)
    OPGRAFT_CASE_(DT_QINT8)
    OPGRAFT_CASE_(DT_QUINT8)
    OPGRAFT_CASE_(DT_QINT32)
    OPGRAFT_CASE_(DT_BFLOAT16)
    OPGRAFT_CASE_(DT_QINT16)
    OPGRAFT_CASE_(DT_QUINT16)
    OPGRAFT_CASE_(DT_UINT16)
    OPGRAFT_CASE_(DT_COMPLEX128)
    OPGRAFT_CASE_(DT_HALF)
    OPGRAFT_CASE_(DT_RESOURCE)
    OPGRAFT_CASE_(DT_VARIANT)
    OPGRAFT_CASE_(DT_UINT32)
    OPGRAFT_CASE_(DT_UINT64)
    OPGRAFT_CASE_(DT_FLOAT8_E5M2)
    OPGRAFT_CASE_(DT_FLOAT8_E4M3FN)
    OPGRAFT_CASE_(DT_FLOAT8_E4M3FNUZ)
    OPGRAFT_CASE_(DT_FLOAT8_E4M3B11FNUZ)
    OPGRAFT_CASE_(DT_FLOAT8_E5M2FNUZ)
    OPGRAFT_CASE_(DT_INT4)
    OPGRAFT_CASE_(DT_UINT4)
    OPGRAFT_CASE_(DT_INT2)
    OPGRAFT_CASE_(DT_UINT2)
    OPGRAFT_CASE_(DT_FLOAT4_E2M1FN)
    OPGRAFT_CASE_(DT_U1)
#undef OPGRAFT_CASE_
    default:
      return false;
  }
}

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TYPES_VISIT_TYPE_H_
