// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/doc_spec.h"

#include <string>

#include "gtest/gtest.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

struct Doc {
  std::string text;
  std::string op;  // in text format
};

TEST(DocSpec, ADocIsSplitIntoSummaryDescriptionAndSections) {
  const std::string args =
      "name: 'Test' input_arg { name: 'a' %a } output_arg { name: 'b' %b } attr { name: 'i' %i } ";
  const auto expected = [&](const std::string& a, const std::string& b, const std::string& i,
                            const std::string& rest) {
    std::string text = args + rest;
    for (const auto& [mark, description] :
         {std::pair("%a", a), std::pair("%b", b), std::pair("%i", i)}) {
      text.replace(text.find(mark), 2,
                   description.empty() ? "" : "description: '" + description + "'");
    }
    return text;
  };
  const Doc cases[] = {
      {"\n"
       "Summary line.  \n"
       "\n"
       "Description one.\n"
       "  indented two.\n"
       "\n"
       "Still description.\n"
       "\n"
       "a: first line\n"
       "  continued\n"
       "    deeper\n"
       "\n"
       "b: out\n"
       "i: attr\n"
       "\n",
       expected("first line\\ncontinued\\n  deeper", "out", "attr",
                "summary: 'Summary line.' description: 'Description one.\\n  indented "
                "two.\\n\\nStill description.'")},
      {"Summary\n\ni: How much to operate.",
       expected("", "", "How much to operate.", "summary: 'Summary'")},
      {"\n \n\t\n", expected("", "", "", "")},
      {"", expected("", "", "", "")},
      {"One line\nsecond line\n\nthird",
       expected("", "", "", "summary: 'One line' description: 'second line\\n\\nthird'")},
      {"S\n\na: x\n\ty\n\t\tz\n", expected("x\\n\\ty\\n\\t\\tz", "", "", "summary: 'S'")},
      {"S\r\n\r\na: x\r\n  y\r\n", expected("x\\ny", "", "", "summary: 'S'")},
      {"S\n\nText.\n\n```\nx = 1\n```\n\na : x\n",
       expected("x", "", "", "summary: 'S' description: 'Text.\\n\\n```\\nx = 1\\n```'")},
      {"S\na:\n\n  late\n", expected("\\n\\nlate", "", "", "summary: 'S'")},
  };
  for (const Doc& c : cases) {
    OpDef op = FromText<OpDef>(
        "name: 'Test' input_arg { name: 'a' } output_arg { name: 'b' } attr { name: 'i' }");
    EXPECT_TRUE(ParseDoc(c.text, {}, &op).empty()) << c.text;
    EXPECT_EQ(op.ShortDebugString(), FromText<OpDef>(c.op).ShortDebugString()) << c.text;
  }
}

TEST(DocSpec, ASectionForAnUnknownNameIsAnErrorUnlessItsSpecIsWrongAnyway) {
  OpDef op = FromText<OpDef>("input_arg { name: 'a' }");
  const auto errors = ParseDoc("S\n\na: x\nNote: y\nc: z\n", {"c"}, &op);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].line, "Note: y");
  EXPECT_EQ(errors[0].error.end, 4u);
}

}  // namespace
}  // namespace opgraft
