// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/gnu_report.h"

#include <fstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

std::string Source(const std::string& text) {
  const std::string file = ::testing::TempDir() + "/roi.cc";
  std::ofstream(file) << text;
  return file;
}

TEST(GnuReport, GivesEachMistakeItsPlaceInTheSource) {
  const std::string file = Source(
      "REGISTER_OP(\"Roi\")\n"
      "    .Attr(\"T: {float, doubel}\")\n"
      "    .Input(\"x: T\");\n"
      "\n"
      "  REGISTER_KERNEL_BUILDER(Name(\"Roy\").Device(DEVICE_CPU), RoiOp);\n");
  const std::string attr =
      absl::StrCat(file, ":2: REGISTER_OP(\"Roi\") .Attr(\"T: {float, doubel}\")");
  const std::string report =
      absl::StrCat(attr, "\n", std::string(attr.find("doubel"), ' '),
                   "^~~~~~ 'doubel' is not a type; nearest: double\n", file,
                   ":5: REGISTER_KERNEL_BUILDER(Name(\"Roy\")): there is no op 'Roy'");
  EXPECT_EQ(absl::StrReplaceAll(GnuReport(report), {{file, "roi.cc"}}),
            "roi.cc:2:23: error: 'doubel' is not a type; nearest: double\n"
            "    2 |     .Attr(\"T: {float, doubel}\")\n"
            "      |                       ^~~~~~\n"
            "roi.cc:5:3: error: REGISTER_KERNEL_BUILDER(Name(\"Roy\")): there is no op 'Roy'\n"
            "    5 |   REGISTER_KERNEL_BUILDER(Name(\"Roy\").Device(DEVICE_CPU), RoiOp);\n"
            "      |   ^\n");
}

// One line of a report, and the caret under the part of it that `quote` is.
std::string Caret(const std::string& line, const std::string& literal, size_t offset, size_t size) {
  const std::string margin(line.find(literal) + offset, ' ');
  return absl::StrCat(line, "\n", margin, "^", std::string(size - 1, '~'), " wrong\n");
}

TEST(GnuReport, FindsTheWordInItsLiteral) {
  // "T" and "." stand in the line before the literal does; "T" in the literal before it is marked.
  const std::string file = Source(
      "REGISTER_OP(\"A21\").Input(\"x: T\");\n"
      "REGISTER_OP(\"B\").Attr(\"i: int >= 3.5\");\n"
      "REGISTER_OP(\"C\").Attr(\"T: {float, T}\").Input(\n"
      "    \"x: T\"  // split:\n"
      "    \"y\");\n"
      "REGISTER_OP(\"D\")\n"
      "    .Input(R\"(x: T)\");\n"
      "REGISTER_OP(\"E\").Input(\"x: T\");\n");
  const std::string a = absl::StrCat(file, ":1: REGISTER_OP(\"A21\") .Input(\"x: T\")");
  const std::string b = absl::StrCat(file, ":2: REGISTER_OP(\"B\") .Attr(\"i: int >= 3.5\")");
  const std::string c1 = absl::StrCat(file, ":3: REGISTER_OP(\"C\") .Attr(\"T: {float, T}\")");
  const std::string c2 = absl::StrCat(file, ":3: REGISTER_OP(\"C\") .Input(\"x: Ty\")");
  const std::string d = absl::StrCat(file, ":7: REGISTER_OP(\"D\") .Input(\"x: T\")");
  const auto place = [&](const std::string& report) {
    const std::string text = absl::StrReplaceAll(GnuReport(report), {{file, "roi.cc"}});
    return text.substr(0, text.find(": error"));
  };
  EXPECT_EQ(place(Caret(a, "x: T", 3, 1)), "roi.cc:1:30");
  EXPECT_EQ(place(Caret(b, "i: int", 11, 1)), "roi.cc:2:35");
  EXPECT_EQ(place(Caret(c1, "T: {", 11, 1)), "roi.cc:3:35");
  EXPECT_EQ(place(Caret(c2, "x: Ty", 0, 2)), "roi.cc:4:6") << "in two pieces: the word";
  EXPECT_EQ(place(Caret(d, "x: T", 3, 1)), "roi.cc:7:18") << "a raw string: the word";
}

TEST(GnuReport, TellsOfAClashAtTheNewerPlace) {
  const std::string file = Source("REGISTER_OP(\"Relu\");\n");
  const std::string report =
      absl::StrCat(file, ":1: REGISTER_OP(\"Relu\"): first\nRelu: registered differently at ", file,
                   ":1 and ops/relu.cc:8: input x is float there, T here.\nanother line");
  EXPECT_EQ(absl::StrReplaceAll(GnuReport(report), {{file, "roi.cc"}}),
            "roi.cc:1:1: error: REGISTER_OP(\"Relu\"): first\n"
            "    1 | REGISTER_OP(\"Relu\");\n"
            "      | ^\n"
            "roi.cc:1:1: error: Relu is registered differently at ops/relu.cc:8: input x is float "
            "there, T here.\n"
            "    1 | REGISTER_OP(\"Relu\");\n"
            "      | ^\n"
            "another line\n");
}

TEST(GnuReport, DoesWithoutTheSource) {
  EXPECT_EQ(GnuReport("gone.cc:7: REGISTER_OP(\"A\") .Attr(\"x: floot\")\n"
                      "                                         ^~~~~ no type"),
            "gone.cc:7:1: error: no type\n");
}

TEST(GnuReport, IsEmptyForOtherErrors) {
  for (const char* text : {"", "'x.so' does not exist", "a: b", ": REGISTER_", "REGISTER_OP",
                           "x.cc:y: REGISTER_OP(\"A\")", "ZeroOut: registered differently at",
                           "ZeroOut: registered differently at x and y: z", "x\ny\n"})
    EXPECT_EQ(GnuReport(text), "") << text;
}

}  // namespace
}  // namespace opgraft
