// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/name_rules.h"

#include <limits>

#include "framework/op/validate_node_def.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(NameRulesTest, KnowsWhatANameMayBe) {
  for (const char* good :
       {"a", "A.b", "a-bc_", "a-B.0/.c_", "0123", ".0123", "a>b", "a/", "Project>AnyIn", "n-"}) {
    EXPECT_TRUE(IsValidNodeName(good, false)) << good;
  }
  for (const char* bad : {"", "a:b", "_abc", "a\\b", "/a", "-a", "a>", ">a", "a>>b", "a>_b", "a b",
                          "a\n", "\xc3\xa9"}) {
    EXPECT_FALSE(IsValidNodeName(bad, false)) << bad;
  }
  EXPECT_TRUE(IsValidNodeName("_abc", true));
  EXPECT_TRUE(IsValidNodeName("_", true));
  EXPECT_FALSE(IsValidNodeName("", true));
  EXPECT_FALSE(IsValidNodeName("/a", true));
  EXPECT_FALSE(IsValidNodeName("_a:0", true));
}

TEST(NameRulesTest, TakesInputsApart) {
  const struct {
    const char* text;
    const char* node;
    int64_t port;
  } kCases[] = {{"x", "x", 0},
                {"x:3", "x", 3},
                {"^x", "x", InputRef::kControl},
                {"^x:0", "x:0", InputRef::kControl},
                {":0", ":0", 0},
                {"x: 0", "x: 0", 0},
                {"x:-1", "x:-1", 0},
                {"", "", 0},
                {"a:0:1", "a:0", 1},
                {"12", "12", 0},
                {"x:2147483648", "x", 2147483648},
                {"x:99999999999999999999", "x", std::numeric_limits<int64_t>::max()}};
  for (const auto& c : kCases) {
    const InputRef ref = ParseInputRef(c.text);
    EXPECT_EQ(ref.node, c.node) << c.text;
    EXPECT_EQ(ref.port, c.port) << c.text;
  }
}

}  // namespace
}  // namespace opgraft
