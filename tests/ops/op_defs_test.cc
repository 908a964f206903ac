// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The ops that TensorFlow has too are the same to the letter, so that its graphs load.
#include <fstream>
#include <sstream>
#include <string>

#include "framework/op/op_registry.h"
#include "google/protobuf/text_format.h"
#include "google/protobuf/util/message_differencer.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

OpList TensorFlowOps() {
  std::ifstream file("tests/ops/data/op_defs.pbtxt");
  std::stringstream text;
  text << file.rdbuf();
  OpList ops;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text.str(), &ops));
  return ops;
}

OpDef WithoutDocs(OpDef op) {
  op.clear_summary();
  op.clear_description();
  for (auto* args : {op.mutable_input_arg(), op.mutable_output_arg()}) {
    for (auto& arg : *args) arg.clear_description();
  }
  for (auto& attr : *op.mutable_attr()) attr.clear_description();
  return op;
}

TEST(OpDefs, AreThoseOfTensorFlow) {
  const OpList ops = TensorFlowOps();
  EXPECT_GE(ops.op_size(), 68);
  for (const OpDef& expected : ops.op()) {
    const OpRegistrationData* found = OpRegistry::Global()->Find(expected.name());
    ASSERT_NE(found, nullptr) << expected.name();
    google::protobuf::util::MessageDifferencer differencer;
    std::string difference;
    differencer.ReportDifferencesToString(&difference);
    EXPECT_TRUE(differencer.Compare(expected, WithoutDocs(found->op_def)))
        << expected.name() << ": " << difference;
  }
}

TEST(OpDefs, OfStateAreOurOwn) {
  const OpRegistrationData* read = OpRegistry::Global()->Find("ReadValue");
  const OpRegistrationData* assign = OpRegistry::Global()->Find("Assign");
  ASSERT_NE(read, nullptr);
  ASSERT_NE(assign, nullptr);
  OpDef expected;
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"(name: "ReadValue"
         input_arg { name: "init_value" type_attr: "variable_type" number_attr: "N" }
         output_arg { name: "value" type_attr: "variable_type" }
         attr { name: "N" type: "int" has_minimum: true default_value { i: 0 } }
         attr { name: "variable_id" type: "string" }
         attr { name: "variable_type" type: "type" }
         attr { name: "variable_shape" type: "shape" default_value { shape { unknown_rank: true } } }
         is_stateful: true)",
      &expected));
  EXPECT_EQ(WithoutDocs(read->op_def).DebugString(), expected.DebugString());
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"(name: "Assign"
         input_arg { name: "new_value" type_attr: "T" }
         output_arg { name: "value" type_attr: "T" }
         attr { name: "T" type: "type" }
         attr { name: "variable_id" type: "string" }
         is_stateful: true)",
      &expected));
  EXPECT_EQ(WithoutDocs(assign->op_def).DebugString(), expected.DebugString());
}

TEST(OpDefs, EveryOpIsDocumentedAndHasAShapeFunction) {
  EXPECT_TRUE(OpRegistry::Global()->errors().ok()) << OpRegistry::Global()->errors();
  for (const OpRegistrationData* op : OpRegistry::Global()->List(/*include_internal=*/true)) {
    EXPECT_NE(op->op_def.summary(), "") << op->op_def.name();
    EXPECT_NE(op->shape_inference_fn, nullptr) << op->op_def.name();
  }
}

}  // namespace
}  // namespace opgraft
