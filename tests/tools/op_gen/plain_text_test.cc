// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/plain_text.h"

#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(PlainText, HasNoControlCharactersAndNoBytesThatAreNotUtf8) {
  EXPECT_EQ(PlainText(std::string("a\0b\r\377\n\303\251", 8)), "a?b??\n\303\251");
}

}  // namespace
}  // namespace opgraft
