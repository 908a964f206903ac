// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_FRAMEWORK_OP_TEST_OP_H_
#define TESTS_FRAMEWORK_OP_TEST_OP_H_

#include <string>

#include "framework/op/attr.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/op_registration_data.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft {

// The op that a builder describes; a wrong spec fails the test.
inline OpRegistrationData MakeOpData(const OpDefBuilder& builder) {
  OpRegistrationData data;
  const absl::Status status = builder.Finalize(&data);
  EXPECT_TRUE(status.ok()) << status;
  return data;
}
inline OpDef MakeOp(const OpDefBuilder& builder) { return MakeOpData(builder).op_def; }

// A message from text format; wrong text fails the test.
template <typename Message>
Message FromText(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  return message;
}

// An attr from an AttrValue in text format: "i: 3", "list { type: [DT_FLOAT] }".
inline Attr TextAttr(const std::string& text) { return Attr(FromText<AttrValue>(text)); }

}  // namespace opgraft

#endif  // TESTS_FRAMEWORK_OP_TEST_OP_H_
