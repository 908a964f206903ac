// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/functions/loop_parts.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

// {start, end, stride, part_size, axis}.
using Slices = CallSite::Slices;

std::string TextOf(const absl::StatusOr<LoopParts>& parts) {
  if (!parts.ok()) return std::string(parts.status().message());
  std::string text = absl::StrCat(parts->count, ":");
  for (int64_t i = 0; i < parts->count; ++i) absl::StrAppend(&text, " ", parts->BeginOf(i));
  return text;
}

TEST(LoopParts, LieFromStartToEnd) {
  const struct {
    Slices slices;
    int64_t size;
    const char* parts;
  } cases[] = {
      {{}, 3, "3: 0 1 2"},
      {{}, 0, "0:"},
      {{0, -1, 2, 2}, 6, "3: 0 2 4"},
      {{-1, 0, -2, 2}, 6, "3: 4 2 0"},
      {{-1, 0, -1, 1}, 3, "3: 2 1 0"},
      {{1, 3}, 5, "2: 1 2"},
      {{-3, -1}, 5, "2: 3 4"},
      {{3, 1, -1, 1}, 5, "2: 2 1"},
      {{0, -1, 1, 2}, 4, "3: 0 1 2"},
      {{0, -1, 3, 1}, 7, "3: 0 3 6"},
      {{2, 2}, 5, "0:"},
      {{0, -1, 2, 2}, 5, "5 elements are not a number of parts of 2 by a stride of 2"},
      {{0, -1, 2, 2}, 1, "1 elements are not a number of parts of 2 by a stride of 2"},
      {{0, 6}, 5, "parts from 0 to 6 by a stride of 1 are not within an axis of 5"},
      {{-7, -1}, 5, "parts from -7 to -1 by a stride of 1 are not within an axis of 5"},
      {{3, 1}, 5, "parts from 3 to 1 by a stride of 1 are not within an axis of 5"},
      {{INT64_MIN, INT64_MAX},
       INT64_MAX - 1,
       "parts from -9223372036854775808 to 9223372036854775807 by a stride of 1 are not within an "
       "axis of 9223372036854775806"},
      {{0, -1, INT64_MAX, 1},
       2,
       "2 elements are not a number of parts of 1 by a stride of "
       "9223372036854775807"},
      {{0, -1, 1, INT64_MAX},
       2,
       "2 elements are not a number of parts of 9223372036854775807 by a "
       "stride of 1"},
  };
  for (const auto& c : cases) EXPECT_EQ(TextOf(PartsOf(c.slices, c.size)), c.parts);
}

TEST(LoopParts, AnAxisMayCountFromTheLast) {
  EXPECT_EQ(*AxisOf({0, -1, 1, 1, 1}, 2), 1);
  EXPECT_EQ(*AxisOf({0, -1, 1, 1, -2}, 2), 0);
  for (const int64_t axis : {int64_t{2}, int64_t{-3}, INT64_MIN, INT64_MAX})
    EXPECT_FALSE(AxisOf({0, -1, 1, 1, axis}, 2).ok()) << axis;
  EXPECT_FALSE(AxisOf({}, 0).ok());
}

TEST(PartCount, IsTheSameOfAllPortsOrAnError) {
  PartCount parts;
  EXPECT_EQ(parts.count(), -1);
  EXPECT_TRUE(parts.Add("input 0", {}, PartialTensorShape()).ok());
  EXPECT_TRUE(parts.Add("input 1", {}, PartialTensorShape({-1, 2})).ok());
  EXPECT_EQ(parts.count(), -1);
  EXPECT_TRUE(parts.Add("input 2", {}, PartialTensorShape({3, -1})).ok());
  EXPECT_TRUE(parts.AddJoined("output 0", {}).ok());
  EXPECT_TRUE(parts.AddJoined("output 1", {6, 0, -2, 2}).ok());
  EXPECT_EQ(parts.count(), 3);
  EXPECT_EQ(parts.Add("input 3", {0, -1, 1, 1, 1}, PartialTensorShape({3, 4})).message(),
            "output 1 has 3 parts, but input 3 has 4");
  EXPECT_EQ(parts.Add("input 4", {0, -1, 1, 1, 5}, PartialTensorShape({3, 4})).message(),
            "input 4: there is no axis 5 in 2 dimensions");
  EXPECT_EQ(parts.AddJoined("output 2", {0, 5, 2, 2}).message(),
            "output 2: 5 elements are not a number of parts of 2 by a stride of 2");
}

}  // namespace
}  // namespace opgraft
