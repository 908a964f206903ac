// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/einsum_equation.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

// "ij jk > ik", or what is wrong.
std::string Parsed(const std::string& text) {
  const auto equation = EinsumEquation::Parse(text);
  if (!equation.ok()) return std::string(equation.status().message());
  return absl::StrCat(absl::StrJoin(equation->inputs, " "), " > ", equation->output);
}

TEST(EinsumEquation, SplitsIntoLabels) {
  EXPECT_EQ(Parsed("ij,jk->ik"), "ij jk > ik");
  EXPECT_EQ(Parsed("...ij,j...->i..."), ".ij j. > i.");
  EXPECT_EQ(Parsed("->"), " > ");
  EXPECT_EQ(Parsed(",a->a"), " a > a");
  EXPECT_EQ(Parsed("aA1 ->1"), "aA1  > 1");
}

TEST(EinsumEquation, RefusesWhatIsNone) {
  EXPECT_EQ(Parsed("ij,jk"), "Expecting exactly one '->' in einsum equation: ij,jk");
  EXPECT_EQ(Parsed(""), "Expecting exactly one '->' in einsum equation: ");
  EXPECT_EQ(Parsed("i->i->i"), "Expecting exactly one '->' in einsum equation: i->i->i");
  EXPECT_EQ(Parsed("i,j,k->ijk"),
            "Expecting 1 or 2 input subscripts in equation 'i,j,k->ijk' but got: 3");
  EXPECT_EQ(
      Parsed("i.->i"),
      "Expected at most one ellipsis (...), but found 1 periods (.) in the input subscript: i.");
  EXPECT_EQ(Parsed("i......->i"),
            "Expected at most one ellipsis (...), but found 6 periods (.) in the input subscript: "
            "i......");
  EXPECT_EQ(Parsed(".i..->i"), "Periods found outside of ellipsis in subscript: .i..");
  EXPECT_EQ(Parsed("i,j->ik"),
            "Einsum output subscripts for equation 'i,j->ik' has label 'k' which is not present in "
            "the input subscripts");
  EXPECT_EQ(Parsed("i->i,i"),
            "Einsum output subscripts for equation 'i->i,i' has label ',' which is not present in "
            "the input subscripts");
}

TEST(EinsumEquation, KnowsWhichRanksFit) {
  EXPECT_TRUE(CheckEinsumRank("ij", 2, 0).ok());
  EXPECT_EQ(CheckEinsumRank("ij", 3, 0).message(), "Expected input 0 to have rank 2 but got: 3");
  EXPECT_TRUE(CheckEinsumRank(".ij", 2, 0).ok());
  EXPECT_TRUE(CheckEinsumRank(".ij", 5, 0).ok());
  EXPECT_EQ(CheckEinsumRank("i.j", 1, 1).message(),
            "Expected input 1 to have rank at least 2 but got: 1");
}

}  // namespace
}  // namespace opgraft_internal
