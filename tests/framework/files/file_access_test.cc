// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/files/file_access.h"

#include <filesystem>
#include <fstream>
#include <string>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

namespace fs = std::filesystem;
using opgraft_internal::FileAccess;

std::string Folder(const std::string& name) {
  const fs::path folder = fs::path(testing::TempDir()) / name;
  fs::create_directories(folder);
  return folder.string();
}

TEST(FileAccess, ReadsBelowAFolderAndWritesNowhereUnlessToldTo) {
  const std::string own = Folder("own");
  FileAccess access;
  access.AllowReading(own);
  EXPECT_TRUE(access.CheckRead(own + "/a/b").ok());
  EXPECT_TRUE(access.CheckRead(own).ok());
  for (const char* outside : {"/../other", "er/a", "/a/../../other"})
    EXPECT_TRUE(absl::IsPermissionDenied(access.CheckRead(own + outside))) << outside;
  EXPECT_TRUE(absl::IsPermissionDenied(access.CheckWrite(own + "/a")));
  access.AllowWriting(Folder("results"));
  EXPECT_TRUE(access.CheckWrite(Folder("results") + "/a").ok());
  EXPECT_TRUE(access.CheckRead(Folder("results") + "/a").ok());
}

TEST(FileAccess, FollowsALinkInTheFolderButNothingBehindItsParent) {
  const std::string own = Folder("linked"), other = Folder("blobs/deep");
  std::ofstream(Folder("blobs") + "/secret") << "x";
  fs::remove(own + "/link");
  fs::create_symlink(other, own + "/link");
  FileAccess access;
  access.AllowReading(own);
  EXPECT_TRUE(access.CheckRead(own + "/link/a").ok());
  EXPECT_TRUE(absl::IsPermissionDenied(access.CheckRead(own + "/link/../secret")));
}

}  // namespace
}  // namespace opgraft
