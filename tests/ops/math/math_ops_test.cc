// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <vector>

#include "testing/shape_inference_testutil.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

TEST(MathOps, OfOneArgumentKeepTheShape) {
  for (const char* name :
       {"Abs", "Neg", "Square", "Sqrt", "Exp", "Tanh", "Sigmoid", "LogicalNot", "Cast"}) {
    SCOPED_TRACE(name);
    INFER_OK(ShapeInferenceTestOp(name), "[2,?]", "in0");
  }
}

TEST(MathOps, OfTwoBroadcast) {
  for (const char* name : {"Add", "AddV2", "Sub", "Mul", "Div", "RealDiv", "Maximum", "Minimum",
                           "Less", "Greater", "Equal", "LogicalAnd", "LogicalOr"}) {
    SCOPED_TRACE(name);
    const ShapeInferenceTestOp op(name);
    INFER_OK(op, "[3,1];[1,?]", "[d0_0,d1_1]");
    INFER_OK(op, "?;[1]", "?");
    INFER_ERROR("Dimensions must be equal, but are 2 and 3", op, "[2];[3]");
  }
}

TEST(MathOps, EqualMayTakeShapesThatDoNotMatch) {
  ShapeInferenceTestOp op("Equal");
  op.Attr("incompatible_shape_error", TextAttr("b: false"));
  INFER_OK(op, "[2];[3]", "[]");
  INFER_OK(op, "[?,2];[?,3]", "[]");
  INFER_OK(op, "[?];[3]", "?");
  INFER_OK(op, "[?];[1]", "[d0_0]");
  INFER_OK(op, "[2,1];[1,3]", "[d0_0,d1_1]");
  INFER_OK(op, "[2];[2]", "[2]");
}

TEST(MathOps, AddNMergesAll) {
  ShapeInferenceTestOp op("AddN");
  op.Attr("N", TextAttr("i: 3"));
  INFER_OK(op, "?;[?,3];[2,?]", "[d2_0,d1_1]");
  INFER_ERROR(
      "Dimension 0 in both shapes must be equal, but are 1 and 2. Shapes are [1] and [2].\n\tFrom "
      "merging shape 1 "
      "with other shapes.",
      op, "[2];[1];[2]");
}

TEST(MathOps, AddNMergesWhatListsHold) {
  using HandleData = std::vector<shape_inference::HandleData>;
  const auto of = [](const std::vector<int64_t>& shape, DataType dtype) {
    return HandleData{{PartialTensorShape(shape), dtype}};
  };
  ShapeInferenceTestOp op("AddN");
  op.Attr("N", TextAttr("i: 3")).Attr("T", TextAttr("type: DT_VARIANT"));
  const HandleData two = of({-1, 2}, DT_FLOAT), five = of({5, -1}, DT_FLOAT);
  const HandleData three = of({-1, 3}, DT_FLOAT), ints = of({5, 2}, DT_INT32);
  op.input_handle_data = {&two, nullptr, &five};
  INFER_OK(op, "[];[];[]", "[]");
  op.input_handle_data = {&two, &five, &three};
  INFER_ERROR("Dimension 1 in both shapes must be equal, but are 3 and 2", op, "[];[];[]");
  op.input_handle_data = {nullptr, &two, &ints};
  INFER_ERROR("input 2 holds elements of int32, others of float", op, "[];[];[]");
}

TEST(MathOps, SelectTakesScalarsRowsOrTheWholeShape) {
  const ShapeInferenceTestOp op("Select");
  INFER_OK(op, "?;?;?", "?");
  INFER_OK(op, "[];[1,?];[?,2]", "[d1_0,d2_1]");
  INFER_OK(op, "[3];[3,4];?", "[d1_0,d1_1]");
  INFER_OK(op, "[3,?];[?,4];?", "[d0_0,d1_1]");
  INFER_ERROR("Dimension 0 in both shapes must be equal, but are 2 and 3", op, "[2];[3,4];?");
  INFER_ERROR("Shapes must be equal rank, but are 0 and 1", op, "[1];[];[]");
  INFER_ERROR("Shapes must be equal rank, but are 2 and 3", op, "[1,2,3];[1,2];?");
  INFER_ERROR("Dimension 0 in both shapes must be equal, but are 1 and 2", op, "?;[1];[2]");
}

TEST(MathOps, SelectV2BroadcastsAllThree) {
  const ShapeInferenceTestOp op("SelectV2");
  INFER_OK(op, "[2,1];[3];[]", "[d0_0,d1_0]");
  INFER_OK(op, "?;[3];[]", "?");
  INFER_ERROR("Dimensions must be equal, but are 2 and 3", op, "[2];[3];[]");
}

TEST(MathOps, MatMulAndReductionsUseTheCommonFunctions) {
  INFER_OK(ShapeInferenceTestOp("MatMul"), "[2,3];[3,?]", "[d0_0,d1_1]");
  const Tensor axes = Tensor::Of<int32_t>({0});
  for (const char* name : {"Sum", "Mean", "Max"}) {
    ShapeInferenceTestOp op(name);
    op.input_tensors = {nullptr, &axes};
    INFER_OK(op, "[2,?];[1]", "[d0_1]");
    op.Attr("keep_dims", TextAttr("b: true"));
    INFER_OK(op, "[2,?];[1]", "[1,d0_1]");
  }
}

TEST(MathOps, ArgMaxDropsTheAxis) {
  ShapeInferenceTestOp op("ArgMax");
  INFER_OK(op, "?;?", "?");
  INFER_OK(op, "[2,3];?", "[?]");
  INFER_OK(op, "[];[]", "[]");
  INFER_OK(op, "[3];[]", "[]");
  INFER_ERROR("Shape must be rank 0 but is rank 1", op, "[1];[1]");
  Tensor axis(int32_t{-2});
  op.input_tensors = {nullptr, &axis};
  INFER_OK(op, "[2,3];[]", "[d0_1]");
  axis = Tensor(int16_t{0});
  INFER_OK(op, "[2,3];[]", "[d0_1]");
  axis = Tensor(int32_t{2});
  INFER_ERROR(
      "Dimension (2) must be in the range [-2, 2), where 2 is the number of dimensions in the "
      "input.",
      op, "[2,3];[]");
}

}  // namespace
}  // namespace opgraft
