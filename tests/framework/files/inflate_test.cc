// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/files/inflate.h"

#include <string>

#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

TEST(Inflate, TheChecksumIsThatOfZipFiles) {
  EXPECT_EQ(Crc32("123456789"), 0xcbf43926u);
  EXPECT_EQ(Crc32(""), 0u);
}

TEST(Inflate, BytesOfAnotherLengthAreRefused) {
  const std::string hello("\xcb\x48\xcd\xc9\xc9\x07\x00", 7);
  EXPECT_EQ(*Inflate(hello, 5), "hello");
  EXPECT_FALSE(Inflate(hello, 4).ok());
  EXPECT_FALSE(Inflate(hello, 6).ok());
  EXPECT_FALSE(Inflate(hello, -1).ok());
  EXPECT_FALSE(Inflate(hello + "x", 5).ok());
  EXPECT_FALSE(Inflate("", 0).ok());
}

}  // namespace
}  // namespace opgraft_internal
