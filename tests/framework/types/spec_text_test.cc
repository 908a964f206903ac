// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/spec_text.h"

#include <string>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(SpecText, TellsArraysFromOtherStrings) {
  static constexpr char kArray[] = "array";
  const char* const pointer = "pointer";
  char buffer[16] = "buffer";
  char* const writable = buffer;
  const std::string string("a\0b", 3);
  const struct {
    SpecText text;
    absl::string_view wanted;
    bool is_array;
  } cases[] = {{"literal", "literal", true},
               {R"(raw "literal")", "raw \"literal\"", true},
               {"", "", true},
               {"cut\0off", "cut", true},
               {kArray, "array", true},
               {buffer, "buffer", true},  // whoever borrows arrays is told: REGISTER_OP
               {pointer, "pointer", false},
               {writable, "buffer", false},
               {string, absl::string_view("a\0b", 3), false}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.wanted);
    EXPECT_EQ(c.text.is_array(), c.is_array);
    EXPECT_EQ(c.text.text(), c.wanted);
  }
}

}  // namespace
}  // namespace opgraft
