// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "testing/shape_inference_testutil.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

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

}  // namespace
}  // namespace opgraft
