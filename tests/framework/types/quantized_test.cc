// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/quantized.h"

#include <sstream>
#include <type_traits>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

static_assert(sizeof(qint32) == 4 && std::is_trivial<qint32>::value, "copied as its integer");
static_assert(!std::is_same<qint8, int8_t>::value, "a type of its own");

TEST(Quantized, ReadsAsItsInteger) {
  const quint8 value = 200;
  EXPECT_EQ(value + 1, 201);
  EXPECT_EQ(value.value, 200);
  EXPECT_EQ(std::numeric_limits<qint16>::max(), 32767);
}

TEST(Quantized, PrintsAsANumber) {
  std::ostringstream out;
  out << qint8(-3) << ' ' << quint16(65535);
  EXPECT_EQ(out.str(), "-3 65535");
}

}  // namespace
}  // namespace opgraft
