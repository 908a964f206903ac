// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/tensor_io/nested_list.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

using ::testing::HasSubstr;

TEST(NestedList, HasTheShapeOfItsBrackets) {
  using Dims = std::vector<int64_t>;
  using Texts = std::vector<std::string>;
  const struct {
    const char* text;
    Dims shape;
    Texts elements;
  } kCases[] = {
      {"[1,2,3]", {3}, {"1", "2", "3"}},
      {"[[1,2],[3,4]]", {2, 2}, {"1", "2", "3", "4"}},
      {" [ [ 1 , 2 ] ,\n[ 3 , 4 ] ] ", {2, 2}, {"1", "2", "3", "4"}},
      {"[[1.5e3, -inf], [nan, true]]", {2, 2}, {"1.5e3", "-inf", "nan", "true"}},
      {"[[[1],[2]],[[3],[4]],[[5],[6]]]", {3, 2, 1}, {"1", "2", "3", "4", "5", "6"}},
      {"[]", {0}, {}},
      {"[[],[]]", {2, 0}, {}},
      {"[[[]]]", {1, 1, 0}, {}},
      {"[1,2,]", {2}, {"1", "2"}},
      {R"(["a,b", "[c]", " d ", "\"e\\\u00e9"])", {4}, {"a,b", "[c]", " d ", "\"e\\\xc3\xa9"}},
      {"[two words, x]", {2}, {"two words", "x"}},
  };
  for (const auto& c : kCases) {
    const absl::StatusOr<NestedList> list = ParseNestedList(c.text);
    ASSERT_TRUE(list.ok()) << c.text << ": " << list.status();
    EXPECT_EQ(list->shape, c.shape) << c.text;
    EXPECT_EQ(list->elements, c.elements) << c.text;
  }
}

TEST(NestedList, ARefusalSaysWhere) {
  const struct {
    std::string text;
    const char* says;
  } kCases[] = {
      {"[[1,2],[3]]", "at [1]: a list of 1 element, where the first one has 2"},
      {"[[1],[2,3]]", "at [1]: a list of 2 elements, where the first one has 1"},
      {"[[[1,2]],[[3]]]", "at [1][0]: a list of 1 element, where the first one has 2"},
      {"[[],[1]]", "at [1]: a list of 1 element, where the first one has 0"},
      {"[[[]],[]]", "at [1]: a list of 0 elements, where the first one has 1"},
      {"[1,[2]]", "at [1]: a list beside values"},
      {"[[1],2]", "at [1]: a value beside lists"},
      {"[[],2]", "at [1]: a value beside lists"},
      {"[[1],[[2]]]", "at [1][0]: a list beside values"},
      {"[1,,2]", "at [1]: a value is missing"},
      {"[1,2", "a list does not end: ] is missing"},
      {"[[1,2]", "a list does not end: ] is missing"},
      {"[", "at [0]: a value is missing"},
      {"[1]x", "text behind the list: 'x'"},
      {"1", "a list begins with ["},
      {"", "a list begins with ["},
      {"[\"a]", "at [0]: not a text in quotes: '\\\"a]'"},
      {R"(["\x"])", "not a text in quotes"},
      {"[\"a\" b]", "a list does not end: ] is missing"},
      {std::string(255, '['), "lists are nested more than 254 deep"},
  };
  for (const auto& c : kCases) {
    EXPECT_THAT(std::string(ParseNestedList(c.text).status().message()), HasSubstr(c.says))
        << c.text;
  }
}

}  // namespace
}  // namespace opgraft_internal
