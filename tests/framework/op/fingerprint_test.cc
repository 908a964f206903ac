// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/fingerprint.h"

#include <string>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

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
    std::string text;
    for (size_t i = 0; i < c.length; ++i) text += static_cast<char>('0' + i * 7 % 75);
    EXPECT_EQ(Fingerprint64(text), c.fingerprint) << c.length;
  }
}

}  // namespace
}  // namespace opgraft
