// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/op_spec_text.h"

#include <fstream>
#include <string>

#include "framework/op/op_def_builder.h"
#include "framework/op/op_def_util.h"
#include "framework/op/op_registration_data.h"
#include "gtest/gtest.h"
#include "tests/conformance/spec_table.h"

namespace opgraft {
namespace {

OpDef Make(const OpDefBuilder& builder) {
  OpRegistrationData data;
  const absl::Status status = builder.Finalize(&data);
  EXPECT_TRUE(status.ok()) << status;
  return data.op_def;
}

TEST(OpSpecText, IsTheRegistration) {
  OpDefBuilder builder("Foo");
  builder.Input("x: Ref(N * T)")
      .Input("s: string")
      .Output("y: L")
      .Attr("N: int >= 2")
      .Attr("T: {float, int32} = DT_INT32");
  builder.Attr("L: list({half, string}) >= 1")
      .Attr("mode: {'a', 'b\"'} = 'a'")
      .Attr("f: float = 0.1");
  builder.Attr("shape: shape = { dim { size: 3 } }").SetIsStateful().Deprecated(7, "Use Bar.");
  EXPECT_EQ(OpSpecText(Make(builder)), R"spec(REGISTER_OP("Foo")
    .Input("x: Ref(N * T)")
    .Input("s: string")
    .Output("y: L")
    .Attr("N: int >= 2")
    .Attr("T: {float, int32} = DT_INT32")
    .Attr("L: list({half, string}) >= 1")
    .Attr("mode: {'a', 'b\\\"'} = 'a'")
    .Attr("f: float = 0.1")
    .Attr("shape: shape = { dim { size: 3 } }")
    .SetIsStateful()
    .Deprecated(7, "Use Bar.");
)spec");
}

// Every third op of TensorFlow's.
TEST(OpSpecText, ReadsBackAsTheSameOp) {
  std::ifstream in("tests/conformance/cases/tf/op_specs.jsonl");
  int ops = 0;
  for (std::string text; std::getline(in, text); ++ops) {
    const auto line = nlohmann::json::parse(text);
    const OpDef op = Make(BuilderOfSpec(line["op"], line));
    OpDefBuilder builder(op.name());
    for (const auto& arg : op.input_arg()) builder.Input(ArgSpec(arg));
    for (const auto& arg : op.output_arg()) builder.Output(ArgSpec(arg));
    for (const auto& attr : op.attr()) builder.Attr(AttrSpec(attr));
    OpDef again = Make(builder), plain = op;
    for (OpDef* one : {&again, &plain}) {
      one->clear_is_stateful();
      one->clear_is_commutative();
      one->clear_is_aggregate();
      one->clear_allows_uninitialized_input();
      one->clear_is_distributed_communication();
      one->clear_deprecation();
    }
    EXPECT_TRUE(OpDefEqual(again, plain)) << OpSpecText(op);
  }
  EXPECT_GT(ops, 600);
}

}  // namespace
}  // namespace opgraft
