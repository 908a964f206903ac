// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/utf8.h"

#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

TEST(Utf8, IsTheStandards) {
  for (const char* good : {"", "a", "\303\251", "\342\202\254", "\360\237\230\200"})
    EXPECT_TRUE(IsUtf8(good)) << good;
  for (const char* bad :
       {"\200", "\300\200", "\303", "\355\240\200", "\364\220\200\200", "\370\210\200\200\200"}) {
    EXPECT_FALSE(IsUtf8(bad)) << bad;
  }
}

TEST(Utf8, EveryCodePointReadsAsItIsWritten) {
  for (uint32_t code = 0; code <= 0x10ffff; ++code) {
    std::string text;
    AppendUtf8(code, &text);
    const Utf8Char first = FirstUtf8Char(text);
    const bool is_surrogate = code >= 0xd800 && code < 0xe000;
    ASSERT_EQ(first.length, is_surrogate ? 0 : text.size()) << code;
    ASSERT_EQ(first.code, is_surrogate ? 0 : code);
  }
}

}  // namespace
}  // namespace opgraft_internal
