// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/small_int.h"

#include <sstream>
#include <type_traits>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

static_assert(sizeof(int4) == 1 && std::is_trivial<int4>::value, "copied as a byte");

struct Case {
  int64_t from;
  int as_int4, as_uint4, as_int2, as_uint2, as_u1;
};

TEST(SmallInt, ConversionsWrapAround) {
  const Case cases[] = {
      {0, 0, 0, 0, 0, 0},         {1, 1, 1, 1, 1, 1},   {2, 2, 2, -2, 2, 0},
      {3, 3, 3, -1, 3, 1},        {7, 7, 7, -1, 3, 1},  {8, -8, 8, 0, 0, 0},
      {15, -1, 15, -1, 3, 1},     {16, 0, 0, 0, 0, 0},  {-1, -1, 15, -1, 3, 1},
      {-8, -8, 8, 0, 0, 0},       {-9, 7, 7, -1, 3, 1}, {INT64_MAX, -1, 15, -1, 3, 1},
      {INT64_MIN, 0, 0, 0, 0, 0},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(int{int4(c.from)}, c.as_int4) << c.from;
    EXPECT_EQ(int{uint4(c.from)}, c.as_uint4) << c.from;
    EXPECT_EQ(int{int2(c.from)}, c.as_int2) << c.from;
    EXPECT_EQ(int{uint2(c.from)}, c.as_uint2) << c.from;
    EXPECT_EQ(int{u1(c.from)}, c.as_u1) << c.from;
  }
}

TEST(SmallInt, ArithmeticWrapsAround) {
  EXPECT_EQ(int{int4(7) + int4(1)}, -8);
  EXPECT_EQ(int{int4(-8) - int4(1)}, 7);
  EXPECT_EQ(int{int4(5) * int4(5)}, -7);
  EXPECT_EQ(int{int4(-8) / int4(-1)}, -8);
  EXPECT_EQ(int{int4(-7) % int4(3)}, -1);
  EXPECT_EQ(int{-int4(-8)}, -8);
  EXPECT_EQ(int{uint4(0) - uint4(1)}, 15);
  EXPECT_EQ(int{u1(1) + u1(1)}, 0);
}

TEST(SmallInt, ComparesAsItsValue) {
  EXPECT_TRUE(int4(-8) < int4(7));
  EXPECT_TRUE(uint4(8) > uint4(7));
  EXPECT_TRUE(int2(1) == int2(5));
  EXPECT_TRUE(int2(1) != int2(0));
  EXPECT_TRUE(uint2(3) >= uint2(3) && uint2(3) <= uint2(3));
}

template <typename T>
void ExpectLimits(int min, int max) {
  EXPECT_EQ(int{std::numeric_limits<T>::min()}, min);
  EXPECT_EQ(int{std::numeric_limits<T>::lowest()}, min);
  EXPECT_EQ(int{std::numeric_limits<T>::max()}, max);
}

TEST(SmallInt, LimitsAreThoseOfTheBits) {
  ExpectLimits<int4>(-8, 7);
  ExpectLimits<uint4>(0, 15);
  ExpectLimits<int2>(-2, 1);
  ExpectLimits<uint2>(0, 3);
  ExpectLimits<u1>(0, 1);
}

TEST(SmallInt, PrintsAsANumber) {
  std::ostringstream out;
  out << int4(-3) << ' ' << u1(1);
  EXPECT_EQ(out.str(), "-3 1");
}

}  // namespace
}  // namespace opgraft
