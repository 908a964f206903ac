// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/data_type.h"

#include <set>
#include <sstream>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(DataType, EveryNameIsReadBack) {
  for (DataType dtype : AllTypes()) {
    DataType read = DT_INVALID;
    EXPECT_TRUE(DataTypeFromString(DataTypeString(dtype), &read)) << dtype;
    EXPECT_EQ(read, dtype);
    EXPECT_TRUE(DataTypeFromString(DataTypeString(MakeRefType(dtype)), &read)) << dtype;
    EXPECT_EQ(read, MakeRefType(dtype));
  }
}

TEST(DataType, PrintsShortNames) {
  EXPECT_EQ(DataTypeString(DT_FLOAT), "float");
  EXPECT_EQ(DataTypeString(DT_HALF), "half");
  EXPECT_EQ(DataTypeString(DT_FLOAT8_E4M3B11FNUZ), "float8_e4m3b11fnuz");
  EXPECT_EQ(DataTypeString(DT_U1_REF), "u1_ref");
  EXPECT_EQ(DataTypeString(DT_INVALID), "INVALID");
  EXPECT_EQ(DataTypeString(static_cast<DataType>(34)), "unknown dtype enum (34)");
  EXPECT_EQ(DataTypeString(static_cast<DataType>(-7)), "unknown dtype enum (-7)");
  EXPECT_EQ(DataTypeString(static_cast<DataType>(100)), "unknown dtype enum (100)");
  EXPECT_EQ(DataTypeString(static_cast<DataType>(134)), "unknown dtype enum (134)");
  EXPECT_EQ(DataTypeSliceString({DT_FLOAT, DT_INT32_REF}), "float, int32_ref");
  std::ostringstream out;
  out << DT_QINT8;
  EXPECT_EQ(out.str(), "qint8");
}

TEST(DataType, AcceptsSynonymsAndNothingElse) {
  DataType dtype = DT_INVALID;
  EXPECT_TRUE(DataTypeFromString("float32", &dtype));
  EXPECT_EQ(dtype, DT_FLOAT);
  EXPECT_TRUE(DataTypeFromString("float64_ref", &dtype));
  EXPECT_EQ(dtype, DT_DOUBLE_REF);
  EXPECT_TRUE(DataTypeFromString("float16", &dtype));
  EXPECT_EQ(dtype, DT_HALF);
  for (const char* name :
       {"", "_ref", "float_ref_ref", "Float", "doubel", "DT_FLOAT", "INVALID", "int", "float "}) {
    EXPECT_FALSE(DataTypeFromString(name, &dtype)) << name;
  }
}

TEST(DataType, SuggestsTheNearestName) {
  EXPECT_EQ(NearestDataTypeName("int"), "int32");
  EXPECT_EQ(NearestDataTypeName("long"), "int64");
  EXPECT_EQ(NearestDataTypeName("doubel"), "double");
  EXPECT_EQ(NearestDataTypeName("floot"), "float");
  EXPECT_EQ(NearestDataTypeName("Int32"), "int32");
  EXPECT_EQ(NearestDataTypeName("xyzzy"), "");
}

TEST(DataType, ReferencesAreAHundredHigher) {
  EXPECT_FALSE(IsRefType(DT_U1));
  EXPECT_TRUE(IsRefType(DT_FLOAT_REF));
  EXPECT_EQ(RemoveRefType(DT_FLOAT_REF), DT_FLOAT);
  EXPECT_EQ(BaseType(DT_U1_REF), DT_U1);
  EXPECT_EQ(BaseType(DT_U1), DT_U1);
  EXPECT_TRUE(TypesCompatible(DT_FLOAT, DT_FLOAT_REF));
  EXPECT_FALSE(TypesCompatible(DT_FLOAT_REF, DT_FLOAT));
}

TEST(DataType, SizesAreThoseInMemory) {
  const std::pair<DataType, int> cases[] = {
      {DT_FLOAT, 4},    {DT_DOUBLE, 8},  {DT_BOOL, 1},      {DT_COMPLEX128, 16},
      {DT_HALF, 2},     {DT_INT4, 1},    {DT_U1, 1},        {DT_STRING, 0},
      {DT_RESOURCE, 0}, {DT_VARIANT, 0}, {DT_FLOAT_REF, 0}, {DT_INVALID, 0},
  };
  for (const auto& [dtype, size] : cases) {
    EXPECT_EQ(DataTypeSize(dtype), size) << dtype;
    EXPECT_EQ(DataTypeCanUseMemcpy(dtype), size > 0) << dtype;
  }
}

TEST(DataType, EveryTypeIsOfOneClass) {
  for (DataType dtype : AllTypes()) {
    const int classes = DataTypeIsInteger(dtype) + DataTypeIsFloating(dtype) +
                        DataTypeIsComplex(dtype) + DataTypeIsQuantized(dtype);
    const bool other =
        dtype == DT_BOOL || dtype == DT_STRING || dtype == DT_RESOURCE || dtype == DT_VARIANT;
    EXPECT_EQ(classes, other ? 0 : 1) << dtype;
    EXPECT_EQ(DataTypeIsInteger(dtype), DataTypeIsSigned(dtype) != DataTypeIsUnsigned(dtype))
        << dtype;
  }
  EXPECT_FALSE(DataTypeIsInteger(DT_INT32_REF));
  EXPECT_FALSE(DataTypeIsValid(DT_INVALID));
  EXPECT_FALSE(DataTypeIsValid(DT_INT32_REF));
  EXPECT_FALSE(DataTypeIsValid(static_cast<DataType>(40)));
}

TEST(DataType, SetsAreInOrderOfNumbers) {
  EXPECT_EQ(AllTypes().size(), 34u);
  EXPECT_EQ(NumberTypes().size(), 19u);
  EXPECT_EQ(RealNumberTypes().size(), 12u);
  EXPECT_EQ(QuantizedTypes().size(), 5u);
  for (DataTypeSlice set : {AllTypes(), NumberTypes(), RealNumberTypes(), QuantizedTypes()}) {
    EXPECT_TRUE(std::is_sorted(set.begin(), set.end()));
    EXPECT_EQ(std::set<DataType>(set.begin(), set.end()).size(), set.size());
  }
}

TEST(DataType, CppTypesHaveOneDataType) {
  static_assert(DataTypeToEnum<float>::v() == DT_FLOAT, "");
  static_assert(DataTypeToEnum<int64_t>::value == DT_INT64, "");
  static_assert(DataTypeToEnum<long long>::value == DT_INT64, "");
  static_assert(DataTypeToEnum<unsigned long long>::value == DT_UINT64, "");
  static_assert(DataTypeToEnum<size_t>::value == DT_UINT64, "");
  static_assert(DataTypeToEnum<unsigned char>::value == DT_UINT8, "");
  static_assert(DataTypeToEnum<std::string>::ref() == DT_STRING_REF, "");
  static_assert(std::is_same<EnumToDataType<DT_INT64>::Type, int64>::value, "");
  static_assert(std::is_same<EnumToDataType<DT_BFLOAT16>::Type, bfloat16>::value, "");
  static_assert(IsValidDataType<Variant>::value && !IsValidDataType<char>::value, "");
}

}  // namespace
}  // namespace opgraft
