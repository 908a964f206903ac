// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/foreign_file.h"

#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

using testing::HasSubstr;

std::string Write(const std::string& name, const std::string& bytes) {
  const std::string path = absl::StrCat(testing::TempDir(), "/", name);
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

TEST(ForeignFile, IsCalledWhatItIs) {
  const struct {
    const char* name;
    std::string bytes;
    const char* says;
  } cases[] = {
      {"saved_model.pb", "x", "give the folder"},
      {"renamed.pb", std::string("\x08\x01\x12\x05 ...", 8), "graph of a SavedModel"},
      {"variables.index", "x", "part of a checkpoint"},
      {"variables.data-00000-of-00001", "x", "part of a checkpoint"},
      {"m.keras", "PK", "load_model('m.keras').export('DIR')"},
      {"m.h5", "\x89HDF\r\n", "HDF5"},
      {"weights", "\x89HDF\r\n", "HDF5"},
      {"m.tflite", std::string("\x1c\0\0\0TFL3", 8), "TensorFlow Lite"},
      {"m.onnx", "x", "ONNX"},
      {"model.pb", std::string("\x08\x08\x12\x07pytorch", 11), "ONNX"},
      {"x.npy", "\x93NUMPY\x01", "--input NAME=@FILE.npy"},
      {"x.npz", "PK\x03\x04-", "--input @FILE.npz"},
      {"x.so",
       "\x7f"
       "ELF",
       "--load FILE.so"},
      {"day1.state", std::string("opgraft state\n\0\0", 16), "--state-in FILE"},
  };
  for (const auto& c : cases) {
    const absl::Status status = CheckNotForeign(Write(c.name, c.bytes));
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << c.name;
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.says)) << c.name;
  }
}

TEST(ForeignFile, AGraphIsNone) {
  EXPECT_TRUE(CheckNotForeign(Write("g.pb", std::string("\x0a\x05\x0a\x01x", 5))).ok());
  EXPECT_TRUE(CheckNotForeign(Write("g.pbtxt", "node { name: 'x' }")).ok());
  EXPECT_TRUE(CheckNotForeign(Write("empty.pb", "")).ok());
  EXPECT_TRUE(CheckNotForeign("no/such/file").ok());
  EXPECT_TRUE(CheckNotForeign("-").ok());
}

TEST(ForeignFile, AFolderIsToldWhatItLacks) {
  const absl::Status status = CheckNotForeign(testing::TempDir());
  EXPECT_THAT(std::string(status.message()), HasSubstr(" is a folder without a saved_model.pb"));
}

}  // namespace
}  // namespace opgraft_internal
