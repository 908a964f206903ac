// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/source_location.h"

#include <string>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

SourceLocation Caller(SourceLocation where = SourceLocation::Here()) { return where; }

TEST(SourceLocation, IsThatOfTheCaller) {
  const SourceLocation where = Caller();
  EXPECT_EQ(where.line, __LINE__ - 1);
  EXPECT_NE(std::string(where.file).find("source_location_test.cc"), std::string::npos);
}

}  // namespace
}  // namespace opgraft
