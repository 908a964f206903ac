// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/visit_type.h"

#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(VisitType, GivesTheCppTypeOfEveryDataType) {
  for (DataType dtype : AllTypes()) {
    DataType visited = DT_INVALID;
    EXPECT_TRUE(VisitType(
        dtype, [&](auto tag) { visited = DataTypeToEnum<typename decltype(tag)::Type>::v(); }));
    EXPECT_EQ(visited, dtype);
  }
}

TEST(VisitType, RefusesWhatNoTensorCanBe) {
  for (DataType dtype :
       {DT_INVALID, DT_FLOAT_REF, static_cast<DataType>(50), static_cast<DataType>(-1)}) {
    EXPECT_FALSE(VisitType(dtype, [](auto) { FAIL(); }));
  }
}

}  // namespace
}  // namespace opgraft
