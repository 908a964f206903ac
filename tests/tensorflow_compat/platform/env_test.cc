// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tensorflow_compat/platform/env.h"

#include <atomic>
#include <memory>

#include "absl/synchronization/notification.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string Path(const std::string& name) { return ::testing::TempDir() + "/env_test/" + name; }

TEST(Env, WritesAndReadsFiles) {
  Env* env = Env::Default();
  ASSERT_TRUE(env->RecursivelyCreateDir(Path("a/b")).ok());
  ASSERT_TRUE(WriteStringToFile(env, Path("a/f"), std::string(100000, 'x') + "end").ok());
  std::string text;
  ASSERT_TRUE(ReadFileToString(env, Path("a/f"), &text).ok());
  EXPECT_EQ(text, std::string(100000, 'x') + "end");
  uint64_t size = 0;
  ASSERT_TRUE(env->GetFileSize(Path("a/f"), &size).ok());
  EXPECT_EQ(size, 100003u);
  std::vector<std::string> names;
  ASSERT_TRUE(env->GetChildren(Path("a"), &names).ok());
  EXPECT_THAT(names, ElementsAre("b", "f"));
  EXPECT_TRUE(env->FileExists(Path("a/f")).ok());
  EXPECT_TRUE(env->IsDirectory(Path("a/b")).ok());
  EXPECT_EQ(env->IsDirectory(Path("a/f")).code(), absl::StatusCode::kFailedPrecondition);
  ASSERT_TRUE(env->DeleteFile(Path("a/f")).ok());
  EXPECT_EQ(env->FileExists(Path("a/f")).code(), absl::StatusCode::kNotFound);
}

TEST(Env, RenamesFilesAndFindsThemByPatterns) {
  Env* env = Env::Default();
  ASSERT_TRUE(env->RecursivelyCreateDir(Path("p")).ok());
  for (const char* name : {"p/b.txt", "p/a.txt", "p/c.bin"})
    ASSERT_TRUE(WriteStringToFile(env, Path(name), "").ok());
  ASSERT_TRUE(env->RenameFile(Path("p/c.bin"), Path("p/c.txt")).ok());
  EXPECT_EQ(env->RenameFile(Path("p/none"), Path("p/d")).code(), absl::StatusCode::kNotFound);
  std::vector<std::string> names;
  ASSERT_TRUE(env->GetMatchingPaths(Path("p/[bc].txt"), &names).ok());
  EXPECT_THAT(names, ElementsAre(Path("p/b.txt"), Path("p/c.txt")));
  ASSERT_TRUE(env->GetMatchingPaths(Path("p/*.none"), &names).ok());
  EXPECT_THAT(names, ElementsAre());
}

TEST(Env, AppendsToFiles) {
  Env* env = Env::Default();
  ASSERT_TRUE(env->RecursivelyCreateDir(Path("")).ok());
  ASSERT_TRUE(WriteStringToFile(env, Path("log"), "one").ok());
  std::unique_ptr<WritableFile> file;
  ASSERT_TRUE(env->NewAppendableFile(Path("log"), &file).ok());
  ASSERT_TRUE(file->Append(" two").ok());
  ASSERT_TRUE(file->Close().ok());
  EXPECT_EQ(file->Append("!").code(), absl::StatusCode::kFailedPrecondition);
  std::string text;
  ASSERT_TRUE(ReadFileToString(env, Path("log"), &text).ok());
  EXPECT_EQ(text, "one two");
}

TEST(Env, ReadsPartsOfAFile) {
  Env* env = Env::Default();
  ASSERT_TRUE(env->RecursivelyCreateDir(Path("")).ok());
  ASSERT_TRUE(WriteStringToFile(env, Path("part"), "0123456789").ok());
  std::unique_ptr<RandomAccessFile> file;
  ASSERT_TRUE(env->NewRandomAccessFile(Path("part"), &file).ok());
  char scratch[8];
  absl::string_view got;
  EXPECT_TRUE(file->Read(2, 3, &got, scratch).ok());
  EXPECT_EQ(got, "234");
  EXPECT_EQ(file->Read(8, 8, &got, scratch).code(), absl::StatusCode::kOutOfRange);
  EXPECT_EQ(got, "89");
}

TEST(Env, NamesTheFileThatIsNotThere) {
  std::unique_ptr<RandomAccessFile> file;
  const absl::Status status = Env::Default()->NewRandomAccessFile("/no/such", &file);
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), HasSubstr("'/no/such': No such file"));
}

TEST(Env, RunsClosuresAndThreads) {
  Env* env = Env::Default();
  absl::Notification soon, later;
  env->SchedClosure([&] { soon.Notify(); });
  const uint64_t before = env->NowMicros();
  env->SchedClosureAfter(2000, [&] { later.Notify(); });
  soon.WaitForNotification();
  later.WaitForNotification();
  EXPECT_GE(env->NowMicros() - before, 2000u);
  std::atomic<int> ran{0};
  {
    const std::unique_ptr<Thread> thread(env->StartThread({}, "name", [&] { ran = 1; }));
  }
  EXPECT_EQ(ran, 1);
}

}  // namespace
}  // namespace opgraft
