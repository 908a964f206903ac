// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/strings/regex.h"

#include <string>

#include "framework/tensor/tensor_buffer.h"
#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

constexpr int64_t kMiB = 1 << 20;

TEST(Regex, ThatWouldTakeTooMuchMemoryIsRefused) {
  const std::string deep = std::string(1000000, '(') + std::string(1000000, ')');
  for (const std::string& pattern : {std::string("((a{30}){30}){30}"), deep}) {
    const absl::Status status = CompileRegex(pattern).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
  }
}

TEST(Regex, ThatMakesOtherEnginesSlowIsQuick) {
  const auto regex = CompileRegex("(a*)*(a|a)*(a?){200}b");
  ASSERT_TRUE(regex.ok());
  EXPECT_FALSE(RE2::FullMatch(std::string(100000, 'a'), **regex));
}

// A rewrite of a thousand groups, for each of a thousand matches of a thousand characters.
TEST(Regex, ReplacementsOfLimitedLengthOnly) {
  std::string rewrite;
  for (int i = 0; i < 1000; ++i) rewrite += "\\0";
  const Tensor text = Texts({std::string(1000000, 'x')});
  const TestAttrs attrs = {{"pattern", StringAttr("x{1000}")}, {"rewrite", StringAttr(rewrite)}};
  const auto budget = std::make_shared<MemoryBudget>(64 * kMiB, MemoryBudget::kUnlimited);
  const MemoryScope scope(budget);
  EXPECT_EQ(CallOp("StaticRegexReplace", {text}, attrs).status().code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(CallOp("RegexReplace", {text, Tensor("x{1000}"), Tensor(rewrite)},
                   {{"replace_global", BoolAttr(false)}})
                .status(),
            absl::OkStatus());
}

TEST(Regex, CacheFollowsThePattern) {
  RegexCache cache;
  const auto first = cache.Compile("a");
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(cache.Compile("a")->get(), first->get());
  EXPECT_NE(cache.Compile("b")->get(), first->get());
  EXPECT_FALSE(cache.Compile("(").ok());
  EXPECT_EQ((*first)->pattern(), "a");
}

}  // namespace
}  // namespace opgraft
