// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/fatal_text.h"

#include <unistd.h>

#include <cstdint>
#include <string>

#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

TEST(FatalText, PutsTextAndNumbersTogether) {
  FatalText text;
  text.Append("a").Append(int64_t{0}).Append(" ").Append(int64_t{-120}).Append(" ");
  text.Append(INT64_MIN).Append(" ").Append(INT64_MAX);
  EXPECT_EQ(text.text(), "a0 -120 -9223372036854775808 9223372036854775807");
}

TEST(FatalText, StaysOneLineAndIsCutOff) {
  FatalText text;
  text.Append("\x1b[2J\n\x7f");
  EXPECT_EQ(text.text(), "?[2J??");
  for (int i = 0; i < 10; ++i) text.Append(std::string(1000, 'x'));
  EXPECT_EQ(text.text().size(), 4096u);
}

TEST(FatalText, WritesALine) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  FatalText text;
  text.Append("gone");
  text.WriteTo(ends[1]);
  char read_back[8];
  EXPECT_EQ(read(ends[0], read_back, sizeof(read_back)), 5);
  EXPECT_EQ(std::string(read_back, 5), "gone\n");
  close(ends[0]);
  close(ends[1]);
}

}  // namespace
}  // namespace opgraft_internal
