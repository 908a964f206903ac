// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/data_type_info.h"

#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

#include "framework/types/data_type.h"
#include "framework/types/visit_type.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(DataTypeInfo, HasARowForEachTypeInOrderOfNumbers) {
  EXPECT_EQ(std::size(kDataTypeTable), AllTypes().size());
  DataType last = DT_INVALID;
  for (const DataTypeInfo& row : kDataTypeTable) {
    EXPECT_LT(last, row.dtype);
    EXPECT_EQ(&InfoOf(row.dtype), &row);
    last = row.dtype;
  }
}

TEST(DataTypeInfo, NumbersWithoutATypeHaveNoName) {
  for (int number : {-1, 0, 34, 63, 65, 101, 1 << 30}) {
    const DataType dtype = static_cast<DataType>(number);
    EXPECT_EQ(InfoOf(dtype).name, nullptr) << number;
    EXPECT_EQ(ComputeTypeOf(dtype), dtype);
  }
}

// The rows beside what the compiler knows of the C++ types.
TEST(DataTypeInfo, AgreesWithTheCppTypes) {
  for (const DataTypeInfo& row : kDataTypeTable) {
    if (row.size == 0) continue;
    EXPECT_TRUE(VisitType(row.dtype, [&row](auto tag) {
      using T = typename decltype(tag)::Type;
      if constexpr (!std::is_same_v<T, ResourceHandle> && !std::is_same_v<T, Variant>) {
        EXPECT_EQ(row.size, static_cast<int>(sizeof(T))) << row.name;
      }
      if (row.family != TypeFamily::kFloating) return;
      if constexpr (std::numeric_limits<T>::is_specialized) {
        EXPECT_EQ(row.mantissa_bits, std::numeric_limits<T>::digits - 1) << row.name;
      }
    })) << row.name;
  }
}

TEST(DataTypeInfo, EveryTypeIsComputedInOneThatComputesItself) {
  for (const DataTypeInfo& row : kDataTypeTable) {
    EXPECT_EQ(ComputeTypeOf(row.compute), row.compute) << row.name;
    EXPECT_GE(DataTypeSize(row.compute), row.size) << row.name;
    EXPECT_EQ(DataTypeIsFloating(row.dtype), DataTypeIsFloating(row.compute)) << row.name;
  }
}

TEST(DataTypeInfo, SmallTypesAreComputedInWiderOnes) {
  const std::pair<DataType, DataType> cases[] = {
      {DT_HALF, DT_FLOAT},          {DT_BFLOAT16, DT_FLOAT},
      {DT_FLOAT8_E5M2, DT_FLOAT},   {DT_FLOAT8_E4M3FN, DT_FLOAT},
      {DT_FLOAT4_E2M1FN, DT_FLOAT}, {DT_INT4, DT_INT8},
      {DT_UINT2, DT_UINT8},         {DT_QINT8, DT_INT8},
      {DT_QUINT16, DT_UINT16},      {DT_U1, DT_BOOL},
      {DT_DOUBLE, DT_DOUBLE},       {DT_COMPLEX64, DT_COMPLEX64},
      {DT_STRING, DT_STRING},
  };
  for (const auto& [dtype, compute] : cases) EXPECT_EQ(ComputeTypeOf(dtype), compute) << dtype;
  EXPECT_EQ(PartTypeOf(DT_COMPLEX64), DT_FLOAT);
  EXPECT_EQ(PartTypeOf(DT_COMPLEX128), DT_DOUBLE);
  EXPECT_EQ(PartTypeOf(DT_INT8), DT_INT8);
}

}  // namespace
}  // namespace opgraft
