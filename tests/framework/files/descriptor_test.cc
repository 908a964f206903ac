// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/files/descriptor.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

TEST(Descriptor, ClosesTheFileOnce) {
  const int number = open("/dev/null", O_RDONLY | O_CLOEXEC);
  ASSERT_GE(number, 0);
  Descriptor file(number);
  Descriptor moved(std::move(file));
  EXPECT_EQ(moved.number(), number);
  EXPECT_EQ(moved.Close(), 0);
  EXPECT_EQ(fcntl(number, F_GETFD), -1) << "it is closed";
  EXPECT_EQ(moved.Close(), 0) << "nothing is left to close";
  EXPECT_FALSE(moved.is_open());
}

TEST(Descriptor, KnowsThePathsOfWhatIsOpen) {
  const struct {
    const char* path;
    int number;
  } kCases[] = {{"/dev/stdin", 0},  {"/dev/stdout", 1},     {"/dev/stderr", 2},
                {"/dev/fd/63", 63}, {"/proc/self/fd/7", 7}, {"/dev/fd/x", -1},
                {"/dev/fd/", -1},   {"/dev/fd/-1", -1},     {"dev/fd/1", -1},
                {"/dev/null", -1},  {"/proc/1/fd/7", -1},   {"", -1}};
  for (const auto& c : kCases) EXPECT_EQ(DescriptorNumber(c.path), c.number) << c.path;
}

TEST(Descriptor, AnErrorSaysWhatTheSystemSays) {
  const absl::Status status = FileError(ENOSPC, "write", "a\x1b.pb");
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(status.message(), "cannot write 'a\\033.pb': No space left on device");
}

}  // namespace
}  // namespace opgraft_internal
