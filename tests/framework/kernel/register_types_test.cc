// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/register_types.h"

#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "framework/types/data_type.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

// The short names of the types that TF_CALL_<FAMILY> goes through, in order.
#define COLLECT(T) names.push_back(DataTypeString(DataTypeToEnum<T>::v()));
#define NAMES_OF(FAMILY)              \
  [] {                                \
    std::vector<std::string> names;   \
    FAMILY(COLLECT)                   \
    return absl::StrJoin(names, " "); \
  }()

TEST(RegisterTypes, FamiliesHaveTensorFlowsTypesInItsOrder) {
  const std::string integral = "uint64 int64 uint32 uint16 int16 uint8 int8";
  const std::string floats = "half bfloat16 float double";
  const std::string real = integral + " int32 " + floats;
  const std::string complex = "complex64 complex128";
  EXPECT_EQ(NAMES_OF(TF_CALL_INTEGRAL_TYPES_NO_INT32), integral);
  EXPECT_EQ(NAMES_OF(TF_CALL_INTEGRAL_TYPES), integral + " int32");
  EXPECT_EQ(NAMES_OF(TF_CALL_FLOAT_TYPES), floats);
  EXPECT_EQ(NAMES_OF(TF_CALL_REAL_NUMBER_TYPES), real);
  EXPECT_EQ(NAMES_OF(TF_CALL_REAL_NUMBER_TYPES_NO_BFLOAT16), integral + " int32 half float double");
  EXPECT_EQ(NAMES_OF(TF_CALL_REAL_NUMBER_TYPES_NO_INT32), floats + " " + integral);
  EXPECT_EQ(NAMES_OF(TF_CALL_COMPLEX_TYPES), complex);
  EXPECT_EQ(NAMES_OF(TF_CALL_NUMBER_TYPES), real + " " + complex);
  EXPECT_EQ(NAMES_OF(TF_CALL_NUMBER_TYPES_NO_INT32), floats + " " + integral + " " + complex);
  EXPECT_EQ(NAMES_OF(TF_CALL_POD_TYPES), real + " " + complex + " bool");
  EXPECT_EQ(NAMES_OF(TF_CALL_POD_STRING_TYPES), real + " " + complex + " bool string");
  EXPECT_EQ(NAMES_OF(TF_CALL_ALL_TYPES), real + " " + complex + " bool string resource variant");
  EXPECT_EQ(NAMES_OF(TF_CALL_QUANTIZED_TYPES), "qint8 quint8 qint32");
  EXPECT_EQ(NAMES_OF(TF_CALL_GPU_NUMBER_TYPES), "half float double");
  EXPECT_EQ(NAMES_OF(TF_CALL_GPU_NUMBER_TYPES_NO_HALF), "float double");
  EXPECT_EQ(NAMES_OF(TF_CALL_GPU_ALL_TYPES), "half float double " + complex + " bool");
  EXPECT_EQ(NAMES_OF(TF_CALL_SAVE_RESTORE_TYPES),
            integral + " int32 half float double " + complex + " qint8 quint8 qint32 bool string");
}

#define ALL_SINGLE_TYPES(m)                                                                   \
  TF_CALL_float(m) TF_CALL_double(m) TF_CALL_int32(m) TF_CALL_uint8(m) TF_CALL_int16(m)       \
      TF_CALL_int8(m) TF_CALL_string(m) TF_CALL_complex64(m) TF_CALL_int64(m) TF_CALL_bool(m) \
          TF_CALL_qint8(m) TF_CALL_quint8(m) TF_CALL_qint32(m) TF_CALL_bfloat16(m)            \
              TF_CALL_qint16(m) TF_CALL_quint16(m) TF_CALL_uint16(m) TF_CALL_complex128(m)    \
                  TF_CALL_half(m) TF_CALL_resource(m) TF_CALL_variant(m) TF_CALL_uint32(m)    \
                      TF_CALL_uint64(m) TF_CALL_float8_e5m2(m) TF_CALL_float8_e4m3fn(m)       \
                          TF_CALL_float8_e4m3fnuz(m) TF_CALL_float8_e4m3b11fnuz(m)            \
                              TF_CALL_float8_e5m2fnuz(m) TF_CALL_int4(m) TF_CALL_uint4(m)     \
                                  TF_CALL_int2(m) TF_CALL_uint2(m) TF_CALL_float4_e2m1fn(m)   \
                                      TF_CALL_u1(m)

TEST(RegisterTypes, EveryDataTypeHasItsMacro) {
  std::vector<std::string> all;
  for (DataType type : AllTypes()) all.push_back(DataTypeString(type));
  EXPECT_EQ(NAMES_OF(ALL_SINGLE_TYPES), absl::StrJoin(all, " "));
}

}  // namespace
}  // namespace opgraft
