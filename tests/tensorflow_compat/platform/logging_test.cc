// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tensorflow_compat/platform/logging.h"

#include "framework/tensor/access_error.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace kernel_logging {
namespace {

TEST(LogMessage, WritesALineWithTimeAndPlace) {
  ::testing::internal::CaptureStderr();
  LogMessage("path/to/op.cc", 12, kWarning).stream() << "three is " << 3;
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              ::testing::MatchesRegex("....-..-.. ..:..:..\\.......: W op.cc:12. three is 3\n"));
}

TEST(FatalMessage, EndsTheKernelInsideARun) {
  AccessScope scope;
  std::string what;
  try {
    FatalMessage("path/to/op.cc", 12, "Check failed: n > 0 ").stream() << "n is " << -1;
  } catch (const CheckError& error) {
    what = error.what;
  }
  EXPECT_EQ(what, "op.cc:12: Check failed: n > 0 n is -1");
}

TEST(FatalMessageDeathTest, AbortsElsewhereAndSaysWhy) {
  EXPECT_DEATH(FatalMessage("op.cc", 3).stream() << "no way on", "F op.cc:3. no way on");
}

TEST(FailedComparison, ShowsBothValues) {
  EXPECT_EQ(*FailedComparison("a == b", 1, "x"), "Check failed: a == b (1 vs. x) ");
  EXPECT_EQ(*FailedComparison("a == b", 'c', static_cast<unsigned char>(7)),
            "Check failed: a == b ('c' vs. 7) ");
  EXPECT_EQ(*FailedComparison("p == nullptr", '\n', nullptr),
            "Check failed: p == nullptr (char value 10 vs. nullptr) ");
}

}  // namespace
}  // namespace kernel_logging
}  // namespace opgraft
