// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "testing/shape_inference_testutil.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

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

TEST(PrintOps, WatchScalars) {
  INFER_OK(ShapeInferenceTestOp("PrintV2"), "[]", "");
  INFER_OK(ShapeInferenceTestOp("PrintV2"), "?", "");
  INFER_ERROR("Shape must be rank 0 but is rank 1", ShapeInferenceTestOp("PrintV2"), "[1]");
  INFER_OK(ShapeInferenceTestOp("Timestamp"), "", "[]");
  INFER_OK(ShapeInferenceTestOp("Print").Attr("U", TextAttr("list { type: DT_FLOAT }")),
           "[2,?];[3]", "in0");
}

TEST(AssertOp, HasNoOutputs) {
  INFER_OK(ShapeInferenceTestOp("Assert").Attr("T", TextAttr("list { type: DT_FLOAT }")), "[];[2]",
           "");
}

}  // namespace
}  // namespace opgraft
