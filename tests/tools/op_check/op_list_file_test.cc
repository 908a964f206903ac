// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_check/op_list_file.h"

#include <cstdlib>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/op_registration_data.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

std::string PathOf(const char* name) { return absl::StrCat(std::getenv("TEST_TMPDIR"), "/", name); }

OpList OneOp() {
  OpRegistrationData data;
  EXPECT_TRUE(OpDefBuilder("Foo").Attr("n: int = 1").Input("x: float").Finalize(&data).ok());
  OpList ops;
  *ops.add_op() = data.op_def;
  return ops;
}

TEST(OpListFile, ReadsWhatItWroteInBothFormats) {
  for (const char* name : {"ops.pb", "ops.pbtxt"}) {
    ASSERT_TRUE(WriteOpList(OneOp(), PathOf(name)).ok());
    const auto read = ReadOpList(PathOf(name));
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(read->SerializeAsString(), OneOp().SerializeAsString());
  }
}

TEST(OpListFile, RefusesWhatIsNone) {
  const std::string nested =
      absl::StrCat(std::string(200, '\n'), "op { attr { default_value { list { func { attr { ");
  const struct {
    std::string contents;
    const char* message;
  } kCases[] = {
      {"op { nmae: 'Foo' }", "bad: not an OpList in text format: line 1, column 10: "},
      {std::string("\0\xff\x01", 3), "bad: not an OpList, or cut off"},
      {"op { name: 'foo' }", "bad: Invalid name: foo"},
      {"op { name: 'Foo' } op { name: 'Foo' }", "bad: op 'Foo' is in it twice"},
      {"", "bad: holds no op"},
      {nested, "bad: not an OpList in text format"},
  };
  for (const auto& c : kCases) {
    std::ofstream(PathOf("bad"), std::ios::binary) << c.contents;
    const absl::Status status = ReadOpList(PathOf("bad")).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.message));
  }
  EXPECT_EQ(ReadOpList(PathOf("nowhere")).status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(WriteOpList(OneOp(), "no/such/folder/ops.pb").message()),
              HasSubstr("cannot write 'no/such/folder/ops.pb': No such file or directory"));
}

}  // namespace
}  // namespace opgraft
