// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/files/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <iostream>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(StandardStreams, AMinusIsStandardInputOnce) {
  EXPECT_EQ(*InputPath("./-"), "./-");
  EXPECT_EQ(*InputPath("-"), "/dev/stdin");
  EXPECT_EQ(InputPath("-").status().message(),
            "'-', standard input, is given twice: it can be read once");
  EXPECT_EQ(*InputPath("model.pb"), "model.pb");
}

TEST(StandardStreams, WhatIsPrintedDoesNotMixWithAFileOnStandardOutput) {
  EXPECT_EQ(OutputPath("-"), "/dev/stdout");
  EXPECT_EQ(OutputPath("out.pb"), "out.pb");
  EXPECT_EQ(&ResultStream("-"), &std::cerr);
  EXPECT_EQ(&ResultStream("out.pb"), &std::cout);
}

TEST(StandardStreams, AClosedOneIsOpenedForNothingElse) {
  const int kept = dup(STDIN_FILENO);
  close(STDIN_FILENO);
  OpenStandardStreams();
  char byte = 0;
  EXPECT_EQ(read(STDIN_FILENO, &byte, 1), -1) << "its use fails as before";
  const int file = open("/dev/null", O_RDONLY);
  EXPECT_GT(file, STDERR_FILENO);
  close(file);
  dup2(kept, STDIN_FILENO);
  close(kept);
}

TEST(StandardStreams, OutputThatIsLostIsAnError) {
  EXPECT_EQ(FlushStandardOutput(), absl::OkStatus());
  const int kept = dup(STDOUT_FILENO);
  dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO);
  std::cout << "lost";
  EXPECT_EQ(FlushStandardOutput(),
            absl::ResourceExhaustedError("cannot write standard output: No space left on device"));
  dup2(kept, STDOUT_FILENO);
  close(kept);
  clearerr(stdout);
  std::cout.clear();
}

}  // namespace
}  // namespace opgraft
