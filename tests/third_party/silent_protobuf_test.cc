// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Protocol Buffers says nothing on stderr, whoever parses or writes: the status says it.

#include <string>

#include "google/protobuf/struct.pb.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(ProtocolBuffers, SayNothingOnStderr) {
  testing::internal::CaptureStderr();
  google::protobuf::Struct message;
  EXPECT_FALSE(google::protobuf::TextFormat::ParseFromString("fields { key: }", &message));
  google::protobuf::Value value;
  value.set_string_value("\xff is not UTF-8");
  std::string bytes;
  value.SerializeToString(&bytes);
  value.ParseFromString(bytes);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace opgraft
