// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/files/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "framework/files/write_file.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

using ::testing::HasSubstr;

constexpr ByteLimit kNoLimit{INT64_MAX, ""};

std::string PathOf(const std::string& name) {
  return absl::StrCat(::testing::TempDir(), "/", name);
}

std::string Bytes(size_t size) {
  std::string bytes;
  for (size_t i = 0; i < size; ++i) bytes.push_back(static_cast<char>(i * 31 % 251));
  return bytes;
}

// A file that knows its size, and one that does not.
class AnyFile : public ::testing::TestWithParam<bool> {
 protected:
  ~AnyFile() override {
    if (writer_.joinable()) writer_.join();
  }
  // Opens a file that holds `bytes`.
  InputFile Open(const std::string& bytes) {
    const std::string path = PathOf(GetParam() ? "pipe" : "file");
    if (writer_.joinable()) writer_.join();
    unlink(path.c_str());
    if (GetParam()) {
      EXPECT_EQ(mkfifo(path.c_str(), 0600), 0);
      writer_ = std::thread([=] {
        signal(SIGPIPE, SIG_IGN);
        WriteFile(path, bytes).IgnoreError();
      });
    } else {
      EXPECT_EQ(WriteFile(path, bytes), absl::OkStatus());
    }
    absl::StatusOr<InputFile> file = InputFile::Open(path);
    EXPECT_TRUE(file.ok()) << file.status();
    return *std::move(file);
  }

 private:
  std::thread writer_;
};
INSTANTIATE_TEST_SUITE_P(, AnyFile, ::testing::Bool());

TEST_P(AnyFile, IsReadWhole) {
  for (const size_t size : {0, 1, 4095, 4096, 4097, 300'000}) {
    const std::string bytes = Bytes(size);
    InputFile file = Open(bytes);
    const absl::StatusOr<std::string> read = file.ReadAll(kNoLimit);
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_TRUE(*read == bytes) << size;
  }
}

TEST_P(AnyFile, IsReadInPieces) {
  const std::string bytes = Bytes(100'000);
  InputFile file = Open(bytes);
  std::string read = "kept:";
  for (const int64_t count : {0, 1, 10'000, 80'000, 80'000, 5})
    ASSERT_EQ(file.Read(count, &read), absl::OkStatus());
  EXPECT_TRUE(read == "kept:" + bytes);
}

TEST_P(AnyFile, IsNotReadBeyondTheLimit) {
  for (const int64_t over : {0, 1, 100'000}) {
    InputFile file = Open(Bytes(static_cast<size_t>(5000 + over)));
    const absl::Status status = file.ReadAll({5000, "Limits::max_bytes"}).status();
    if (over == 0) {
      EXPECT_EQ(status, absl::OkStatus());
    } else {
      EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
      EXPECT_THAT(std::string(status.message()),
                  HasSubstr("is longer than the limit of 5000 bytes (Limits::max_bytes)"));
    }
  }
}

TEST(InputFile, ADeviceThatNeverEndsEndsAtTheLimit) {
  EXPECT_EQ(ReadFile("/dev/zero", {1 << 20, ""}).status().code(),
            absl::StatusCode::kResourceExhausted);
}

TEST(InputFile, WhatCannotBeReadSaysWhy) {
  EXPECT_EQ(ReadFile(PathOf("nowhere"), kNoLimit).status(),
            absl::NotFoundError(
                absl::StrCat("cannot open '", PathOf("nowhere"), "': No such file or directory")));
  EXPECT_EQ(ReadFile("/dev/fd/99", kNoLimit).status().message(),
            "cannot open '/dev/fd/99': Bad file descriptor");
  const absl::Status folder = ReadFile(::testing::TempDir(), kNoLimit).status();
  EXPECT_EQ(folder.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(folder.message()), HasSubstr("is a folder, not a file"));
}

TEST(InputFile, GoesOnWhereADescriptorStands) {
  ASSERT_EQ(WriteFile(PathOf("half"), "read already, not yet"), absl::OkStatus());
  const Descriptor opened(open(PathOf("half").c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_EQ(lseek(opened.number(), 14, SEEK_SET), 14);
  const std::string path = absl::StrCat("/dev/fd/", opened.number());
  absl::StatusOr<InputFile> file = InputFile::Open(path);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->Map(1, 1000), nullptr) << "its beginning is not ahead";
  EXPECT_EQ(*file->ReadAll({7, ""}), "not yet");
}

TEST(InputFile, IsMappedWithinTheSizesThatAreAskedFor) {
  ASSERT_EQ(WriteFile(PathOf("mapped"), Bytes(5000)), absl::OkStatus());
  absl::StatusOr<InputFile> file = InputFile::Open(PathOf("mapped"));
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->Map(5001, 9000), nullptr);
  EXPECT_EQ(file->Map(1, 4999), nullptr);
  const auto mapped = file->Map(5000, 5000);
  ASSERT_NE(mapped, nullptr);
  ASSERT_EQ(WriteFile(PathOf("mapped"), "another"), absl::OkStatus());
  EXPECT_TRUE(mapped->bytes() == Bytes(5000)) << "who maps a file keeps what was in it";
  EXPECT_TRUE(*file->ReadAll(kNoLimit) == Bytes(5000)) << "to map is not to read";
}

}  // namespace
}  // namespace opgraft_internal
