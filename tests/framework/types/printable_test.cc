// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/printable.h"

#include "framework/types/quoted.h"
#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

struct Case {
  const char* name;
  const char* shown;
};

TEST(Printable, SendsNothingToATerminalThatItObeys) {
  const Case kCases[] = {
      {"plain/name_1:0", "plain/name_1:0"},
      {"h\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "h\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"},
      {"\x1b[31mred", "\\033[31mred"},
      {"\xc2\x9b"
       "31mred in one byte of Latin-1",
       "\\302\\23331mred in one byte of Latin-1"},
      {"two\nlines\r\t", "two\\nlines\\r\\t"},
      {"\\n is no newline", "\\\\n is no newline"},
      {"\xff", "\\377"},
      {"\xe2\x80\xae"
       "backwards",
       "\\342\\200\\256backwards"},
  };
  for (const Case& c : kCases) EXPECT_EQ(Printable(c.name), c.shown);
  EXPECT_EQ(Printable(std::string("\0", 1)), "\\000");
}

TEST(Printable, LeavesTheLinesOfAReport) {
  EXPECT_EQ(PrintableLines("node 'a\\n'\n\tsays \x1b[1m"), "node 'a\\n'\n\tsays \\033[1m");
}

TEST(Quoted, EscapesWhatEndsAQuotationAndCutsWhatIsVeryLong) {
  EXPECT_EQ(Quoted("it's"), "'it\\'s'");
  EXPECT_EQ(Quoted("\x1b"), "'\\033'");
  EXPECT_EQ(Quoted(std::string(500, 'x')), "'" + std::string(400, 'x') + "...'");
}

}  // namespace
}  // namespace opgraft_internal
