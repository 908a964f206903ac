// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The element types of tensors. This header includes nothing: op sources get DataType without
// protobuf.

#ifndef OPGRAFT_FRAMEWORK_TYPES_DATA_TYPE_ENUM_H_
#define OPGRAFT_FRAMEWORK_TYPES_DATA_TYPE_ENUM_H_

namespace opgraft {

// The type of a tensor's elements, and of the value of a `type` attr. Names and numbers are those
// of proto/types.proto, whose generated header takes the enum from here; proto_test compares them.
// A value read from a file may be outside of the list: DataTypeIsValid (data_type.h) tells.
//
// What can be done with a type says data_type.h; its size and class stand in the table of
// data_type_info.h. A new type is added here, in types.proto, in that table, and in the list of C++
// types at the end of data_type.h.
enum DataType : int {
  // No type, or not known yet.
  DT_INVALID = 0,
  DT_FLOAT = 1,
  DT_DOUBLE = 2,
  DT_INT32 = 3,
  DT_UINT8 = 4,
  DT_INT16 = 5,
  DT_INT8 = 6,
  DT_STRING = 7,     // Bytes, of any length.
  DT_COMPLEX64 = 8,  // std::complex<float>.
  DT_INT64 = 9,
  DT_BOOL = 10,
  // Quantized: an integer that stands for a real number. Range and zero point are kept elsewhere.
  DT_QINT8 = 11,
  // Quantized, unsigned.
  DT_QUINT8 = 12,
  // Quantized, of 32 bits.
  DT_QINT32 = 13,
  // The upper half of a float: 8 bits of exponent, 7 of mantissa.
  DT_BFLOAT16 = 14,
  // Quantized, of 16 bits.
  DT_QINT16 = 15,
  // Quantized, unsigned, of 16 bits.
  DT_QUINT16 = 16,
  DT_UINT16 = 17,
  // std::complex<double>.
  DT_COMPLEX128 = 18,
  // IEEE 754 binary16: 5 bits of exponent, 10 of mantissa.
  DT_HALF = 19,
  // A handle (ResourceHandle) that names an object of the request.
  DT_RESOURCE = 20,
  // Any copyable C++ value (Variant).
  DT_VARIANT = 21,
  DT_UINT32 = 22,
  DT_UINT64 = 23,
  // 5 bits of exponent, 2 of mantissa.
  DT_FLOAT8_E5M2 = 24,
  // 4 and 3, finite values and NaN only.
  DT_FLOAT8_E4M3FN = 25,
  // The same, no negative zero.
  DT_FLOAT8_E4M3FNUZ = 26,
  // The same, exponent bias 11.
  DT_FLOAT8_E4M3B11FNUZ = 27,
  // 5 and 2, finite values and NaN only, no negative zero.
  DT_FLOAT8_E5M2FNUZ = 28,
  // A byte an element in memory.
  DT_INT4 = 29,
  // A byte an element in memory.
  DT_UINT4 = 30,
  // A byte an element in memory.
  DT_INT2 = 31,
  // A byte an element in memory.
  DT_UINT2 = 32,
  // 2 bits of exponent, 1 of mantissa; a byte an element in memory.
  DT_FLOAT4_E2M1FN = 33,
  // One bit; a byte an element in memory. Opgraft's own.
  DT_U1 = 64,

  // A reference to a tensor of a type is its number + 100. Only ops on reference variables have
  // these.
  DT_FLOAT_REF = 101,
  DT_DOUBLE_REF = 102,
  DT_INT32_REF = 103,
  DT_UINT8_REF = 104,
  DT_INT16_REF = 105,
  DT_INT8_REF = 106,
  DT_STRING_REF = 107,
  DT_COMPLEX64_REF = 108,
  DT_INT64_REF = 109,
  DT_BOOL_REF = 110,
  DT_QINT8_REF = 111,
  DT_QUINT8_REF = 112,
  DT_QINT32_REF = 113,
  DT_BFLOAT16_REF = 114,
  DT_QINT16_REF = 115,
  DT_QUINT16_REF = 116,
  DT_UINT16_REF = 117,
  DT_COMPLEX128_REF = 118,
  DT_HALF_REF = 119,
  DT_RESOURCE_REF = 120,
  DT_VARIANT_REF = 121,
  DT_UINT32_REF = 122,
  DT_UINT64_REF = 123,
  DT_FLOAT8_E5M2_REF = 124,
  DT_FLOAT8_E4M3FN_REF = 125,
  DT_FLOAT8_E4M3FNUZ_REF = 126,
  DT_FLOAT8_E4M3B11FNUZ_REF = 127,
  DT_FLOAT8_E5M2FNUZ_REF = 128,
  DT_INT4_REF = 129,
  DT_UINT4_REF = 130,
  DT_INT2_REF = 131,
  DT_UINT2_REF = 132,
  DT_FLOAT4_E2M1FN_REF = 133,
  DT_U1_REF = 164,
};

}  // namespace opgraft

#endif  // OPGRAFT_FRAMEWORK_TYPES_DATA_TYPE_ENUM_H_
