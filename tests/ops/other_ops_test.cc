// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Shapes of the ops of networks, strings, control flow, state and logging.
#include <string>

#include "testing/shape_inference_testutil.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

TEST(NnOps, KeepTheShape) {
  INFER_OK(ShapeInferenceTestOp("Relu"), "[2,?]", "in0");
  INFER_OK(ShapeInferenceTestOp("Softmax"), "[2,?]", "in0");
  INFER_ERROR("Shape must be at least rank 1 but is rank 0", ShapeInferenceTestOp("Softmax"), "[]");
  INFER_OK(ShapeInferenceTestOp("BiasAdd"), "[2,?];[3]", "[d0_0,d1_0]");
}

TEST(StringOps, StringJoinRepeatsScalars) {
  ShapeInferenceTestOp op("StringJoin");
  op.Attr("N", TextAttr("i: 3"));
  INFER_OK(op, "[];[];[]", "[]");
  INFER_OK(op, "[];[2,?];[?,3]", "[d1_0,d2_1]");
  INFER_OK(op, "[];?;[3]", "in2");
  INFER_OK(op, "[];?;[]", "?");
  INFER_ERROR("Dimension 0 in both shapes must be equal, but are 1 and 2", op, "[];[1];[2]");
  op.Attr("N", TextAttr("i: 0"));
  INFER_OK(op, "", "[]");
  INFER_OK(ShapeInferenceTestOp("StringToNumber"), "[2,?]", "in0");
}

TEST(ControlFlowOps, IfTakesItsOutputShapes) {
  for (const char* name : {"If", "StatelessIf"}) {
    ShapeInferenceTestOp op(name);
    op.Attr("Tin", TextAttr("list { type: DT_FLOAT }"))
        .Attr("Tout", TextAttr("list { type: [DT_FLOAT, DT_INT32] }"));
    INFER_OK(op, "[];[2]", "?;?");
    op.Attr(
        "output_shapes",
        TextAttr(
            "list { shape { dim { size: 2 } dim { size: -1 } } shape { unknown_rank: true } }"));
    INFER_OK(op, "[];[2]", "[2,?];?");
    op.Attr("output_shapes", TextAttr("list { shape { } }"));
    INFER_ERROR("`output_shapes` must be the same length as num outputs (1 vs. 2)", op, "[];[2]");
  }
}

TEST(ControlFlowOps, ArgumentsMaySayTheirShape) {
  ShapeInferenceTestOp op("_Arg");
  op.Attr("index", TextAttr("i: 0"));
  INFER_OK(op, "", "?");
  op.Attr("_output_shapes", TextAttr("list { shape { dim { size: 2 } } }"));
  INFER_OK(op, "", "[2]");
  op.Attr("_output_shapes", TextAttr("list { }"));
  INFER_ERROR("Attr '_output_shapes' of an _Arg must hold its shape", op, "");
  INFER_OK(ShapeInferenceTestOp("_Retval").Attr("index", TextAttr("i: 0")), "[1]", "");
  INFER_OK(ShapeInferenceTestOp("NoOp"), "", "");
}

TEST(StateOps, ReadValueHasTheShapeOfItsVariable) {
  ShapeInferenceTestOp op("ReadValue");
  op.Attr("variable_id", TextAttr("s: 'v'")).Attr("variable_type", TextAttr("type: DT_FLOAT"));
  INFER_OK(op, "", "?");
  op.Attr("N", TextAttr("i: 1"));
  INFER_OK(op, "[2]", "?");  // what is assigned may have another rank
  op.Attr("variable_shape", TextAttr("shape { dim { size: -1 } }"));
  INFER_OK(op, "[2]", "[?]");
  op.Attr("N", TextAttr("i: 2"));
  INFER_ERROR("ReadValue has one init_value or none, not 2", op, "[2];[2]");
}

TEST(StateOps, AssignGivesItsInput) {
  INFER_OK(ShapeInferenceTestOp("Assign").Attr("variable_id", TextAttr("s: 'v'")), "[2,?]", "in0");
}

TEST(LoggingOps, AssertHasNoOutputs) {
  INFER_OK(ShapeInferenceTestOp("Assert").Attr("T", TextAttr("list { type: DT_FLOAT }")), "[];[2]",
           "");
}

}  // namespace
}  // namespace opgraft
