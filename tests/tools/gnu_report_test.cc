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

TEST(GnuReport, DoesWithoutTheSource) {
  EXPECT_EQ(GnuReport("gone.cc:7: REGISTER_OP(\"A\") .Attr(\"x: floot\")\n"
                      "                                         ^~~~~ no type"),
            "gone.cc:7:1: error: no type\n");
}

TEST(GnuReport, IsEmptyForOtherErrors) {
  for (const char* text : {"", "'x.so' does not exist", "a: b", ": REGISTER_", "REGISTER_OP",
                           "x.cc:y: REGISTER_OP(\"A\")", "ZeroOut: registered differently at"})
    EXPECT_EQ(GnuReport(text), "") << text;
}

}  // namespace
}  // namespace opgraft
