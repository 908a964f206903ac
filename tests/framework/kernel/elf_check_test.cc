#include "framework/kernel/elf_check.h"

#include <fstream>
#include <random>
#include <sstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

std::string Contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream contents;
  contents << file.rdbuf();
  return contents.str();
}

constexpr char kOpLibrary[] = "tests/framework/kernel/testdata/op_library.so";
constexpr char kOwnCopy[] = "tests/framework/kernel/testdata/own_copy.so";

TEST(CheckLibrary, AcceptsAnOpLibrary) {
  const absl::Status status = CheckLibraryFile(kOpLibrary);
  EXPECT_TRUE(status.ok()) << status;
}

TEST(CheckLibrary, RefusesOneWithACopyOfOpgraftOrProtobuf) {
  const absl::Status status = CheckLibraryFile(kOwnCopy);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("carries its own copy of "));
}

TEST(CheckLibrary, RefusesOtherFiles) {
  EXPECT_EQ(CheckLibraryFile("no/such/file.so").code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(CheckLibraryContents("", "x.so"),
            absl::InvalidArgumentError("'x.so' is no shared library (no ELF header)"));
  EXPECT_EQ(CheckLibraryContents("op: 'NoOp'", "x.so").code(), absl::StatusCode::kInvalidArgument);
  std::string wrong_machine = Contents(kOpLibrary);
  wrong_machine[18] = 99;
  EXPECT_EQ(CheckLibraryContents(wrong_machine, "x.so"),
            absl::InvalidArgumentError("'x.so' is no shared library of this kind of machine"));
}

TEST(CheckLibrary, SurvivesTruncatedAndRandomFiles) {
  const std::string good = Contents(kOwnCopy);
  ASSERT_GT(good.size(), 1000u);
  for (size_t size = 0; size < good.size(); size += 1 + good.size() / 200) {
    CheckLibraryContents(absl::string_view(good).substr(0, size), "x.so").IgnoreError();
  }
  std::mt19937 random(1);
  std::string broken = Contents(kOpLibrary);
  const std::string original = broken;
  for (int i = 0; i < 200; ++i) {
    broken = original;
    for (int j = 0; j < 8; ++j) broken[16 + random() % 48] = static_cast<char>(random());
    for (int j = 0; j < 64; ++j) broken[broken.size() - 1 - random() % 2048] = static_cast<char>(random());
    CheckLibraryContents(broken, "x.so").IgnoreError();
  }
}

}  // namespace
}  // namespace opgraft
