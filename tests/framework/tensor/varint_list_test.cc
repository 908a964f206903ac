// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/varint_list.h"

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using Pieces = std::vector<absl::string_view>;

TEST(VarintList, SplitsWhatWasWritten) {
  std::string content;
  const std::string big(300, 'x');
  AppendVarint(1, &content);
  AppendVarint(0, &content);
  AppendVarint(big.size(), &content);
  absl::StrAppend(&content, "a", big);
  EXPECT_EQ(*SplitVarintList(content, 3), (Pieces{"a", "", big}));
  EXPECT_EQ(*SplitVarintList("", 0), Pieces());
}

TEST(VarintList, RefusesLengthsThatLie) {
  const std::pair<std::string, int64_t> cases[] = {
      {"", 1},                              // no length
      {std::string("\x01"), 1},             // no bytes
      {std::string("\x02\x01"), 1},         // too few
      {std::string("\x01\x61\x62", 3), 1},  // too many
      {std::string("\x80\x80"), 1},         // a length that does not end
      {std::string(11, '\xff'), 1},         // a length beyond 64 bits
      {std::string("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10), 1},
      {std::string(3, '\0'), int64_t{1} << 40},
      {"", -1},
  };
  for (const auto& [content, n] : cases) {
    EXPECT_EQ(SplitVarintList(content, n).status().code(), absl::StatusCode::kInvalidArgument) << n;
  }
}

}  // namespace
}  // namespace opgraft
