// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/progress.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kTakenAway[] = "\r\033[K";

// What is written on standard error while `what` takes so long.
std::string Shown(ProgressMode mode, const std::string& what, absl::Duration duration) {
  SetProgressMode(mode);
  testing::internal::CaptureStderr();
  WithProgress(what, [=] {
    absl::SleepFor(duration);
    return 0;
  });
  return testing::internal::GetCapturedStderr();
}

TEST(Progress, ALongPhaseIsShownAndTakenAway) {
  const std::string shown = Shown(ProgressMode::kAlways, "working", absl::Milliseconds(1500));
  EXPECT_THAT(shown, StartsWith(absl::StrCat(kTakenAway, "working (1 s)")));
  EXPECT_THAT(shown, EndsWith(kTakenAway));
}

TEST(Progress, AShortPhaseIsNot) {
  EXPECT_EQ(Shown(ProgressMode::kAlways, "working", absl::Milliseconds(300)), "");
}

TEST(Progress, NothingIsShownWhereNobodyLooks) {
  EXPECT_EQ(Shown(ProgressMode::kNever, "working", absl::Milliseconds(1300)), "");
  EXPECT_EQ(Shown(ProgressMode::kOnTerminal, "working", absl::Milliseconds(1300)), "")
      << "standard error is a file here";
}

TEST(Progress, ALineFitsTheTerminalAndCannotCommandIt) {
  const std::string shown =
      Shown(ProgressMode::kAlways, "\033[31m" + std::string(200, 'x'), absl::Milliseconds(1300));
  EXPECT_THAT(shown, HasSubstr("\\033[31mxxx"));
  for (absl::string_view line : absl::StrSplit(shown, kTakenAway)) EXPECT_LT(line.size(), 80u);
}

TEST(Progress, StepsAreCounted) {
  SetProgressMode(ProgressMode::kAlways);
  testing::internal::CaptureStderr();
  {
    ProgressPhase phase("running m.pb");
    phase.SetStep(3, 10);
    absl::SleepFor(absl::Milliseconds(1300));
  }
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("running m.pb, step 3 of 10 (1 s)"));
}

TEST(Progress, ALineGoesAwayForWhatIsPrinted) {
  SetProgressMode(ProgressMode::kAlways);
  testing::internal::CaptureStderr();
  ProgressLine line;
  line.Show("at once");
  absl::SleepFor(absl::Milliseconds(1100));
  line.Show("later");
  line.Show("too soon after");
  line.Clear();
  line.Clear();
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            absl::StrCat(kTakenAway, "later (1 s)", kTakenAway));
}

}  // namespace
}  // namespace opgraft_internal
