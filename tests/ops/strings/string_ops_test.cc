// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "testing/shape_inference_testutil.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

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

}  // namespace
}  // namespace opgraft
