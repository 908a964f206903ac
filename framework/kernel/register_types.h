// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// TF_CALL_<type>(m) expands to m(<C++ type>), TF_CALL_<FAMILY>(m) to one m(...) for each of its
// types: to register a kernel for many dtypes. Families are TensorFlow's. Mind that
// TF_CALL_NUMBER_TYPES has no quantized type, although the word `numbertype` of attr specs has
// them.
#ifndef FRAMEWORK_KERNEL_REGISTER_TYPES_H_
#define FRAMEWORK_KERNEL_REGISTER_TYPES_H_

#include "framework/types/data_type.h"

// Calls a macro with a C++ type, or with each of a family of types: TensorFlow's names, for
// registering a kernel once for each type.
//
// Example, where REGISTER(T) registers DoubleOp<T> with TypeConstraint<T>("T"):
//   TF_CALL_REAL_NUMBER_TYPES(REGISTER)
//   #undef REGISTER
//
// One type.
#define TF_CALL_float(m) m(float)
#define TF_CALL_double(m) m(double)
#define TF_CALL_int32(m) m(::opgraft::int32)
#define TF_CALL_uint32(m) m(::opgraft::uint32)
#define TF_CALL_uint8(m) m(::opgraft::uint8)
#define TF_CALL_int16(m) m(::opgraft::int16)
#define TF_CALL_int8(m) m(::opgraft::int8)
#define TF_CALL_string(m) m(::opgraft::tstring)
#define TF_CALL_tstring(m) m(::opgraft::tstring)
#define TF_CALL_resource(m) m(::opgraft::ResourceHandle)
#define TF_CALL_variant(m) m(::opgraft::Variant)
#define TF_CALL_complex64(m) m(::opgraft::complex64)
#define TF_CALL_int64(m) m(::opgraft::int64)
#define TF_CALL_uint64(m) m(::opgraft::uint64)
#define TF_CALL_bool(m) m(bool)
#define TF_CALL_qint8(m) m(::opgraft::qint8)
#define TF_CALL_quint8(m) m(::opgraft::quint8)
#define TF_CALL_qint32(m) m(::opgraft::qint32)
#define TF_CALL_bfloat16(m) m(::opgraft::bfloat16)
#define TF_CALL_qint16(m) m(::opgraft::qint16)
#define TF_CALL_quint16(m) m(::opgraft::quint16)
#define TF_CALL_uint16(m) m(::opgraft::uint16)
#define TF_CALL_complex128(m) m(::opgraft::complex128)
#define TF_CALL_half(m) m(::Eigen::half)
#define TF_CALL_float8_e5m2(m) m(::opgraft::float8_e5m2)
#define TF_CALL_float8_e4m3fn(m) m(::opgraft::float8_e4m3fn)
#define TF_CALL_float8_e4m3fnuz(m) m(::opgraft::float8_e4m3fnuz)
#define TF_CALL_float8_e4m3b11fnuz(m) m(::opgraft::float8_e4m3b11fnuz)
#define TF_CALL_float8_e5m2fnuz(m) m(::opgraft::float8_e5m2fnuz)
#define TF_CALL_int4(m) m(::opgraft::int4)
#define TF_CALL_uint4(m) m(::opgraft::uint4)
#define TF_CALL_int2(m) m(::opgraft::int2)
#define TF_CALL_uint2(m) m(::opgraft::uint2)
#define TF_CALL_float4_e2m1fn(m) m(::opgraft::float4_e2m1fn)
// Not TensorFlow's.
#define TF_CALL_u1(m) m(::opgraft::u1)

// Families, as TensorFlow has them. "POD" types may be copied as bytes; the families of numbers
// have no quantized types, none below 8 bits and no float8, which kernels name themselves.
#define TF_CALL_INTEGRAL_TYPES_NO_INT32(m)                                                \
  TF_CALL_uint64(m) TF_CALL_int64(m) TF_CALL_uint32(m) TF_CALL_uint16(m) TF_CALL_int16(m) \
      TF_CALL_uint8(m) TF_CALL_int8(m)
#define TF_CALL_INTEGRAL_TYPES(m) TF_CALL_INTEGRAL_TYPES_NO_INT32(m) TF_CALL_int32(m)
#define TF_CALL_FLOAT_TYPES(m) \
  TF_CALL_half(m) TF_CALL_bfloat16(m) TF_CALL_float(m) TF_CALL_double(m)
#define TF_CALL_REAL_NUMBER_TYPES(m) TF_CALL_INTEGRAL_TYPES(m) TF_CALL_FLOAT_TYPES(m)
#define TF_CALL_REAL_NUMBER_TYPES_NO_BFLOAT16(m) \
  TF_CALL_INTEGRAL_TYPES(m) TF_CALL_half(m) TF_CALL_float(m) TF_CALL_double(m)
#define TF_CALL_REAL_NUMBER_TYPES_NO_INT32(m) \
  TF_CALL_FLOAT_TYPES(m) TF_CALL_INTEGRAL_TYPES_NO_INT32(m)
#define TF_CALL_COMPLEX_TYPES(m) TF_CALL_complex64(m) TF_CALL_complex128(m)
#define TF_CALL_NUMBER_TYPES(m) TF_CALL_REAL_NUMBER_TYPES(m) TF_CALL_COMPLEX_TYPES(m)
#define TF_CALL_NUMBER_TYPES_NO_INT32(m) \
  TF_CALL_REAL_NUMBER_TYPES_NO_INT32(m) TF_CALL_COMPLEX_TYPES(m)
#define TF_CALL_POD_TYPES(m) TF_CALL_NUMBER_TYPES(m) TF_CALL_bool(m)
#define TF_CALL_POD_STRING_TYPES(m) TF_CALL_POD_TYPES(m) TF_CALL_tstring(m)
#define TF_CALL_ALL_TYPES(m) \
  TF_CALL_POD_TYPES(m) TF_CALL_tstring(m) TF_CALL_resource(m) TF_CALL_variant(m)
#define TF_CALL_QUANTIZED_TYPES(m) TF_CALL_qint8(m) TF_CALL_quint8(m) TF_CALL_qint32(m)
// For sources that register for both devices; here they name the same C++ types.
#define TF_CALL_GPU_NUMBER_TYPES_NO_HALF(m) TF_CALL_float(m) TF_CALL_double(m)
#define TF_CALL_GPU_NUMBER_TYPES(m) TF_CALL_half(m) TF_CALL_GPU_NUMBER_TYPES_NO_HALF(m)
#define TF_CALL_GPU_ALL_TYPES(m) \
  TF_CALL_GPU_NUMBER_TYPES(m) TF_CALL_COMPLEX_TYPES(m) TF_CALL_bool(m)
// The types that TensorFlow's checkpoints hold.
#define TF_CALL_SAVE_RESTORE_TYPES(m)      \
  TF_CALL_REAL_NUMBER_TYPES_NO_BFLOAT16(m) \
  TF_CALL_COMPLEX_TYPES(m) TF_CALL_QUANTIZED_TYPES(m) TF_CALL_bool(m) TF_CALL_tstring(m)

#endif  // FRAMEWORK_KERNEL_REGISTER_TYPES_H_
