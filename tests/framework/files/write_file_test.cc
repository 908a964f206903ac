// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/files/write_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/files/descriptor.h"
#include "framework/files/input_file.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr ByteLimit kNoLimit{INT64_MAX, ""};

// A folder of its own for each test.
class WriteFileTest : public ::testing::Test {
 protected:
  WriteFileTest() {
    folder_ = absl::StrCat(::testing::TempDir(), "/write_XXXXXX");
    EXPECT_NE(mkdtemp(folder_.data()), nullptr);
  }
  std::string PathOf(const std::string& name) const { return absl::StrCat(folder_, "/", name); }
  std::string Contents(const std::string& name) const {
    const absl::StatusOr<std::string> bytes = ReadFile(PathOf(name), kNoLimit);
    return bytes.ok() ? *bytes : bytes.status().ToString();
  }
  void Write(const std::string& name, const std::string& bytes) const {
    ASSERT_EQ(WriteFile(PathOf(name), bytes), absl::OkStatus());
  }
  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    DIR* const folder = opendir(folder_.c_str());
    while (const dirent* entry = readdir(folder)) {
      if (entry->d_name[0] != '.' || entry->d_name[1] == 'o') names.push_back(entry->d_name);
    }
    closedir(folder);
    std::sort(names.begin(), names.end());
    return names;
  }
  mode_t ModeOf(const std::string& name) const {
    struct stat info;
    return lstat(PathOf(name).c_str(), &info) == 0 ? info.st_mode : 0;
  }
  ino_t InodeOf(const std::string& name) const {
    struct stat info;
    return stat(PathOf(name).c_str(), &info) == 0 ? info.st_ino : 0;
  }

 private:
  std::string folder_;
};

TEST_F(WriteFileTest, WritesAnewAndInPlaceOfWhatIsThere) {
  for (const std::string& bytes : {std::string("one"), std::string(), std::string(1 << 20, 'x')}) {
    Write("file", bytes);
    EXPECT_EQ(Contents("file"), bytes);
    EXPECT_THAT(Names(), ElementsAre("file"));
  }
}

TEST_F(WriteFileTest, ANewFileHasTheModeThatIsAskedForLessTheUmask) {
  const mode_t before = umask(027);
  Write("plain", "");
  ASSERT_EQ(WriteFile(PathOf("program"), "", kProgramFile), absl::OkStatus());
  umask(before);
  EXPECT_EQ(ModeOf("plain") & 07777, 0640u);
  EXPECT_EQ(ModeOf("program") & 07777, 0750u);
}

TEST_F(WriteFileTest, TheModeOfTheOldFileStays) {
  for (const mode_t mode : {0600, 0644, 0777, 0620}) {
    Write("file", "old");
    ASSERT_EQ(chmod(PathOf("file").c_str(), mode), 0);
    ASSERT_EQ(WriteFile(PathOf("file"), "new", kProgramFile), absl::OkStatus());
    EXPECT_EQ(ModeOf("file") & 07777, mode);
    EXPECT_EQ(Contents("file"), "new");
  }
}

TEST_F(WriteFileTest, ASymbolicLinkStaysAndTheFileThatItNamesIsReplaced) {
  Write("target", "old");
  ASSERT_EQ(symlink("target", PathOf("link").c_str()), 0);
  ASSERT_EQ(symlink(PathOf("link").c_str(), PathOf("link_to_link").c_str()), 0);
  Write("link_to_link", "new");
  EXPECT_TRUE(S_ISLNK(ModeOf("link")) && S_ISLNK(ModeOf("link_to_link")));
  EXPECT_EQ(Contents("target"), "new");
  EXPECT_THAT(Names(), ElementsAre("link", "link_to_link", "target"));
}

TEST_F(WriteFileTest, ALinkToNothingGetsItsFile) {
  ASSERT_EQ(symlink("target", PathOf("link").c_str()), 0);
  Write("link", "new");
  EXPECT_TRUE(S_ISLNK(ModeOf("link")));
  EXPECT_EQ(Contents("target"), "new");
}

TEST_F(WriteFileTest, LinksInACircleAreRefused) {
  ASSERT_EQ(symlink("b", PathOf("a").c_str()), 0);
  ASSERT_EQ(symlink("a", PathOf("b").c_str()), 0);
  EXPECT_THAT(std::string(WriteFile(PathOf("a"), "new").message()),
              HasSubstr("Too many levels of symbolic links"));
}

TEST_F(WriteFileTest, TouchesNoFileBesideOfAnyName) {
  Write("state.tmp", "a user's");
  ASSERT_EQ(symlink("state.tmp", PathOf("state~").c_str()), 0);
  Write("state", "new");
  EXPECT_EQ(Contents("state.tmp"), "a user's");
  EXPECT_THAT(Names(), ElementsAre("state", "state.tmp", "state~"));
}

TEST_F(WriteFileTest, ANameMayBeAsLongAsNamesCanBe) {
  const std::string name(255, 'n');
  Write(name, "new");
  EXPECT_EQ(Contents(name), "new");
}

TEST_F(WriteFileTest, ADeviceIsWrittenAsItIs) {
  EXPECT_EQ(WriteFile("/dev/null", "new"), absl::OkStatus());
  struct stat info;
  ASSERT_EQ(stat("/dev/null", &info), 0);
  EXPECT_TRUE(S_ISCHR(info.st_mode));
  const absl::Status full = WriteFile("/dev/full", "new");
  EXPECT_EQ(full,
            absl::ResourceExhaustedError("cannot write '/dev/full': No space left on device"));
  ASSERT_EQ(stat("/dev/full", &info), 0);
  EXPECT_TRUE(S_ISCHR(info.st_mode));
}

TEST_F(WriteFileTest, APipeIsWrittenAsItIs) {
  ASSERT_EQ(mkfifo(PathOf("pipe").c_str(), 0600), 0);
  std::thread writer([this] { Write("pipe", "through"); });
  EXPECT_EQ(Contents("pipe"), "through");
  writer.join();
  EXPECT_TRUE(S_ISFIFO(ModeOf("pipe")));
}

TEST_F(WriteFileTest, ADescriptorIsWrittenWhereItStands) {
  const Descriptor file(open(PathOf("file").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  ASSERT_EQ(write(file.number(), "one ", 4), 4);
  const ino_t inode = InodeOf("file");
  EXPECT_EQ(WriteFile(absl::StrCat("/dev/fd/", file.number()), "two "), absl::OkStatus());
  ASSERT_EQ(symlink(absl::StrCat("/proc/self/fd/", file.number()).c_str(), PathOf("link").c_str()),
            0);
  Write("link", "three");
  EXPECT_EQ(Contents("file"), "one two three");
  EXPECT_EQ(InodeOf("file"), inode) << "another would not have what its owner writes later";
}

TEST_F(WriteFileTest, AnErrorKeepsTheOldFileAndLeavesNothingBeside) {
  Write("file", "old");
  signal(SIGXFSZ, SIG_IGN);
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small = {1000, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const absl::Status status = WriteFile(PathOf("file"), std::string(5000, 'x'));
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  EXPECT_THAT(std::string(status.message()), HasSubstr("File too large"));
  EXPECT_EQ(Contents("file"), "old");
  EXPECT_THAT(Names(), ElementsAre("file"));
}

TEST_F(WriteFileTest, WhatCannotBeWrittenSaysWhy) {
  EXPECT_EQ(WriteFile(PathOf("no/folder"), "new").code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(WriteFile(::testing::TempDir(), "new").message()),
              HasSubstr("Is a directory"));
  EXPECT_FALSE(WriteFile("", "new").ok());
  Write("file", "old");
  EXPECT_FALSE(WriteFile(PathOf("file/"), "new").ok());
  EXPECT_FALSE(WriteFile(PathOf("file/below"), "new").ok());
  if (geteuid() == 0) GTEST_SKIP() << "root may write anything";
  ASSERT_EQ(chmod(PathOf("file").c_str(), 0400), 0);
  EXPECT_EQ(WriteFile(PathOf("file"), "new").code(), absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(Contents("file"), "old");
}

TEST_F(WriteFileTest, TwoWritersOfOneFileNeverMix) {
  const auto write = [this](char c) {
    for (int i = 0; i < 200; ++i) Write("file", std::string(10'000, c));
  };
  Write("file", std::string(10'000, 'a'));
  std::thread a(write, 'a');
  std::thread b(write, 'b');
  for (int i = 0; i < 200; ++i) {
    const std::string bytes = Contents("file");
    ASSERT_TRUE(bytes == std::string(10'000, bytes[0])) << bytes.size();
  }
  a.join();
  b.join();
  EXPECT_THAT(Names(), ElementsAre("file"));
}

}  // namespace
}  // namespace opgraft_internal
