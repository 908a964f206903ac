// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/message_json.h"

#include <gtest/gtest.h>

#include "google/protobuf/text_format.h"
#include "opgraft/proto/attr_value.pb.h"
#include "opgraft/proto/op_def.pb.h"
#include "opgraft/proto/tensor.pb.h"

namespace opgraft_internal {
namespace {

template <typename M>
std::string JsonOf(const char* text) {
  M message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  return MessageJson(message);
}

// Expected: what google::protobuf::util::MessageToJsonString of protobuf 3.21 writes with
// preserve_proto_field_names.
TEST(MessageJson, OfAnOpIsInTheOrderOfTheFieldsAndWithoutDefaults) {
  EXPECT_EQ(JsonOf<OpDef>(R"(
      name: "Relu" is_stateful: true
      input_arg { name: "x" type_attr: "T" }
      attr { name: "T" type: "type" default_value { type: DT_FLOAT }
             allowed_values { list { type: [DT_FLOAT, DT_INT8] } } }
      attr { name: "N" type: "int" has_minimum: true minimum: 9007199254740993 })"),
            R"({"name":"Relu","input_arg":[{"name":"x","type_attr":"T"}],)"
            R"("attr":[{"name":"T","type":"type","default_value":{"type":"DT_FLOAT"},)"
            R"("allowed_values":{"list":{"type":["DT_FLOAT","DT_INT8"]}}},)"
            R"({"name":"N","type":"int","has_minimum":true,"minimum":"9007199254740993"}],)"
            R"("is_stateful":true})");
}

TEST(MessageJson, OfAMemberOfAOneofIsWrittenThoughItIsZero) {
  EXPECT_EQ(JsonOf<AttrValue>("b: false"), R"({"b":false})");
  EXPECT_EQ(JsonOf<AttrValue>("i: 0"), R"({"i":"0"})");
  EXPECT_EQ(JsonOf<AttrValue>("list {}"), R"({"list":{}})");
}

TEST(MessageJson, OfFloatsHasTheFewestDigitsThatTellThem) {
  EXPECT_EQ(JsonOf<AttrValue>("f: 0.1"), R"({"f":0.1})");
  EXPECT_EQ(JsonOf<AttrValue>("f: 16777217"), R"({"f":16777216})");
  EXPECT_EQ(JsonOf<AttrValue>("list { f: [inf, -inf, nan] }"),
            R"({"list":{"f":["Infinity","-Infinity","NaN"]}})");
  EXPECT_EQ(JsonOf<TensorProto>("double_val: 0.1"), R"({"double_val":[0.1]})");
}

TEST(MessageJson, OfBytesIsBase64) {
  EXPECT_EQ(JsonOf<AttrValue>(R"(s: "a\377")"), R"({"s":"Yf8="})");
}

TEST(MessageJson, OfAMapIsAnObject) {
  EXPECT_EQ(JsonOf<AttrValue>(R"(func { name: "f" attr { key: "T" value { type: DT_BOOL } } })"),
            R"({"func":{"name":"f","attr":{"T":{"type":"DT_BOOL"}}}})");
}

}  // namespace
}  // namespace opgraft_internal
