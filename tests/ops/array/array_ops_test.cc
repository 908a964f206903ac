// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <string>
#include <vector>

#include "testing/shape_inference_testutil.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

TEST(ArrayOps, ConstHasTheShapeOfItsValue) {
  ShapeInferenceTestOp op("Const");
  op.Attr("value",
          TextAttr("tensor { dtype: DT_FLOAT tensor_shape { dim { size: 1 } dim { size: 2 } } }"));
  INFER_OK(op, "", "[1,2]");
  op.Attr("value", TextAttr("tensor { dtype: DT_FLOAT tensor_shape { } }"));
  INFER_OK(op, "", "[]");
  op.Attr("value", TextAttr("tensor { dtype: DT_FLOAT tensor_shape { dim { size: 4294967296 } dim "
                            "{ size: 4294967296 } } }"));
  EXPECT_FALSE(InferShapes(op, "").ok());
}

TEST(ArrayOps, PlaceholderHasTheShapeOfItsAttr) {
  ShapeInferenceTestOp op("Placeholder");
  INFER_OK(op, "", "?");
  op.Attr("shape", TextAttr("shape { dim { size: 2 } dim { size: -1 } }"));
  INFER_OK(op, "", "[2,?]");
  op.Attr("shape", TextAttr("shape { }"));
  INFER_OK(op, "", "[]");
  op.graph_def_version = 21;  // there [] was how one said nothing
  INFER_OK(op, "", "?");
}

TEST(ArrayOps, PlaceholderWithDefaultIsNoMorePreciseThanItsAttr) {
  ShapeInferenceTestOp op("PlaceholderWithDefault");
  op.Attr("shape", TextAttr("shape { dim { size: 2 } dim { size: -1 } }"));
  INFER_OK(op, "[2,3]", "[2,?]");
  INFER_OK(op, "?", "[2,?]");
  INFER_ERROR("Dimension 0 in both shapes must be equal, but are 3 and 2", op, "[3,3]");
}

TEST(ArrayOps, IdentityPassesShapesOn) {
  INFER_OK(ShapeInferenceTestOp("Identity"), "[1,?]", "in0");
  ShapeInferenceTestOp op("IdentityN");
  op.Attr("T", TextAttr("list { type: [DT_FLOAT, DT_INT32] }"));
  INFER_OK(op, "[1];?", "in0;in1");
}

TEST(ArrayOps, ShapesOfShapes) {
  INFER_OK(ShapeInferenceTestOp("Shape"), "?", "[?]");
  INFER_OK(ShapeInferenceTestOp("Shape"), "[1,?,3]", "[3]");
  INFER_OK(ShapeInferenceTestOp("Shape"), "[]", "[0]");
  INFER_OK(ShapeInferenceTestOp("Size"), "[1,2]", "[]");
  INFER_OK(ShapeInferenceTestOp("Rank"), "?", "[]");
}

struct ReshapeCase {
  const char* input;
  std::vector<int32_t> shape;
  const char* out;  // or null:
  const char* error = "";
};

TEST(ArrayOps, ReshapeInfersWhatIsMissing) {
  ShapeInferenceTestOp op("Reshape");
  INFER_OK(op, "[2];?", "?");
  INFER_OK(op, "[2];[3]", "[?,?,?]");
  const std::vector<ReshapeCase> cases = {
      {"?", {3, -1}, "[3,?]"},
      {"[6,4]", {-1, 8}, "[3,8]"},
      {"[2,?,4]", {-1}, "[?]"},
      {"[2,?,4]", {8, -1}, "[8,d0_1]"},
      {"[2,?,4]", {-1, 2, 2}, "[?,2,2]"},
      {"[2,?]", {2, -1}, "[2,d0_1]"},
      {"[?,?]", {2, -1}, "[2,?]"},
      {"[0,?]", {0, -1}, "[0,?]"},
      {"[2..3,4]", {-1}, "[8..12]"},
      {"[2..5,4]", {3, -1}, "[3,3..6]"},
      {"[6]", {2, 3}, "[2,3]"},
      {"[2..3]", {3, 1}, "[3,1]"},
      {"[0,?]", {3, -1}, "[3,0]"},
      {"[]", {}, "[]"},
      {"[]", {1, -1}, "[1,1]"},
      {"[6]",
       {2, 2},
       nullptr,
       "Cannot reshape a tensor with 6 elements to shape [2,2] (4 elements)"},
      {"[2..3]",
       {5},
       nullptr,
       "Cannot reshape a tensor with 2..3 elements to shape [5] (5 elements)"},
      {"[16]",
       {0, -1},
       nullptr,
       "Cannot reshape a tensor with 16 elements to shape [0,?] (0 elements)"},
      {"[7]", {2, -1}, nullptr, "Dimension size must be evenly divisible by 2 but is 7"},
      {"[?,2]", {3}, nullptr, "Dimension size must be evenly divisible by 2 but is 3"},
      {"[7]", {-2}, nullptr, "Invalid value in tensor used for shape: -2"},
  };
  for (const ReshapeCase& c : cases) {
    Tensor shape(DT_INT32, TensorShape({static_cast<int64_t>(c.shape.size())}));
    std::copy(c.shape.begin(), c.shape.end(), static_cast<int32_t*>(shape.data()));
    op.input_tensors = {nullptr, &shape};
    const std::string inputs = std::string(c.input) + ";?";
    if (c.out != nullptr) {
      INFER_OK(op, inputs, c.out);
    } else {
      INFER_ERROR(c.error, op, inputs);
    }
  }
}

TEST(ArrayOps, ReshapeTakesPartlyKnownShapes) {
  ShapeInferenceTestOp op("Reshape");
  op.input_tensors_as_shapes = {"", "[2,?,2,2]"};
  INFER_OK(op, "[2,3,4];[4]", "[2,3,2,2]");
  INFER_OK(op, "[2,?,4];[4]", "[2,d0_1,2,2]");
}

TEST(ArrayOps, ExpandDimsPutsAOneIn) {
  ShapeInferenceTestOp op("ExpandDims");
  INFER_OK(op, "[1,2];[]", "?");
  Tensor axis(int32_t{0});
  op.input_tensors = {nullptr, &axis};
  INFER_OK(op, "?;[]", "?");
  INFER_OK(op, "[5,?];[]", "[1,d0_0,d0_1]");
  axis = Tensor(int32_t{2});
  INFER_OK(op, "[5,?];[]", "[d0_0,d0_1,1]");
  axis = Tensor(int64_t{-1});
  INFER_OK(op, "[5,?];[]", "[d0_0,d0_1,1]");
  axis = Tensor(int32_t{-3});
  INFER_OK(op, "[5,?];[]", "[1,d0_0,d0_1]");
  axis = Tensor(int32_t{3});
  INFER_ERROR("dim 3 not in the interval [-3, 2].", op, "[5,?];[]");
  axis = Tensor::Of<int32_t>({1, 2});
  INFER_ERROR("'dim' input must be a tensor with a single value", op, "[5,?];[2]");
}

TEST(ArrayOps, SqueezeLeavesOnesOut) {
  ShapeInferenceTestOp op("Squeeze");
  INFER_OK(op, "?", "?");
  INFER_OK(op, "[1,4,1]", "[d0_1]");
  INFER_OK(op, "[1,?]", "?");
  INFER_OK(op, "[1,2..5]", "[d0_1]");
  INFER_OK(op, "[1,0..5]", "?");
  op.Attr("squeeze_dims", TextAttr("list { i: [0, -1] }"));
  INFER_OK(op, "[1,4,1]", "[d0_1]");
  INFER_OK(op, "[?,4,?]", "[d0_1]");
  INFER_ERROR("Can not squeeze dim[0], expected a dimension of 1, got 2", op, "[2,4,1]");
  INFER_ERROR("Can not squeeze dim[0], expected a dimension of 1, got 2..5", op, "[2..5,4,1]");
  INFER_ERROR("squeeze_dims[0] not in [0,0).", op, "[]");
  op.Attr("squeeze_dims", TextAttr("list { i: [5] }"));
  INFER_ERROR("squeeze_dims[0] not in [-2,2).", op, "[1,1]");
}

TEST(ArrayOps, TransposePermutes) {
  ShapeInferenceTestOp op("Transpose");
  INFER_OK(op, "?;?", "?");
  INFER_OK(op, "?;[2]", "[?,?]");
  INFER_OK(op, "?;[1]", "in0");
  INFER_OK(op, "[1,2];?", "[?,?]");
  INFER_ERROR("Dimension must be 2 but is 3", op, "[1,2];[3]");
  INFER_ERROR("Shape must be rank 1 but is rank 2", op, "[1,2];[1,2]");
  Tensor perm = Tensor::Of<int32_t>({2, 0, 1});
  op.input_tensors = {nullptr, &perm};
  INFER_OK(op, "[2,?,4];[3]", "[d0_2,d0_0,d0_1]");
  INFER_OK(op, "?;?", "[?,?,?]");
  perm = Tensor::Of<int32_t>({3, 0, 1});
  INFER_ERROR("perm dim 3 is out of range of input rank 3", op, "[2,?,4];[3]");
}

TEST(ArrayOps, FillReadsItsShape) {
  ShapeInferenceTestOp op("Fill");
  INFER_OK(op, "?;?", "?");
  INFER_OK(op, "[2];[]", "[?,?]");
  INFER_ERROR("Shape must be rank 1 but is rank 2", op, "[1,2];?");
  INFER_ERROR("Shape must be rank 0 but is rank 1", op, "[2];[1]");
  const Tensor dims = Tensor::Of<int32_t>({2, -1});
  op.input_tensors = {&dims};
  INFER_ERROR("Fill dimensions must be >= 0", op, "[2];[]");
  op.input_tensors = {};
  op.input_tensors_as_shapes = {"[2,?,4,5]"};
  INFER_OK(op, "[4];[]", "[2,?,4,5]");
}

}  // namespace
}  // namespace opgraft
