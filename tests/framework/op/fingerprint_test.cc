// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/fingerprint.h"

#include <set>
#include <string>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

std::string Text(size_t length) {
  std::string text;
  for (size_t i = 0; i < length; ++i) text += static_cast<char>('0' + i * 7 % 75);
  return text;
}

// Numbers of FarmHash's own implementation, one for each length that it treats in another way.
TEST(Fingerprint, IsFarmHashs) {
  struct Case {
    size_t length;
    uint64_t fingerprint;
  };
  const Case cases[] = {
      {0, 11160318154034397263u},  {1, 15198969275252572735u},   {3, 8007387507939258634u},
      {4, 16705100325833496101u},  {7, 1407023848696245853u},    {8, 7863767312979798765u},
      {16, 1640612360704069381u},  {17, 14537939256628920849u},  {32, 4983761736929015399u},
      {33, 10565530935825934214u}, {64, 4539957298080576067u},   {65, 4109403160966363114u},
      {128, 2997071060593083471u}, {129, 13193928345475489179u}, {299, 2154256916958297691u}};
  for (const Case& c : cases) {
    EXPECT_EQ(Fingerprint64(Text(c.length)), c.fingerprint) << c.length;
  }
}

TEST(Fingerprint, DiffersBetweenBeginningsOfOneText) {
  std::set<uint64_t> fingerprints;
  const std::string text = Text(300);
  for (size_t length = 0; length <= text.size(); ++length)
    fingerprints.insert(Fingerprint64(absl::string_view(text).substr(0, length)));
  EXPECT_EQ(fingerprints.size(), text.size() + 1);
}

// A byte that is not read would change nothing: each length has its own way of overlapping blocks.
TEST(Fingerprint, DependsOnEveryByte) {
  for (const size_t length :
       {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 150, 192, 299}) {
    std::string text = Text(length);
    const uint64_t before = Fingerprint64(text);
    for (char& c : text) {
      c = static_cast<char>(c ^ 0x80);
      EXPECT_NE(Fingerprint64(text), before) << length;
      c = static_cast<char>(c ^ 0x80);
    }
    EXPECT_EQ(Fingerprint64(text), before) << length;
  }
}

TEST(Fingerprint, DoesNotDependOnAlignment) {
  const std::string text = Text(299);
  for (size_t offset = 1; offset < 16; ++offset) {
    const std::string moved = std::string(offset, 'x') + text;
    EXPECT_EQ(Fingerprint64(absl::string_view(moved).substr(offset)), Fingerprint64(text));
  }
}

}  // namespace
}  // namespace opgraft
