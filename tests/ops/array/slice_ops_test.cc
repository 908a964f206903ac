// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "testing/shape_inference_testutil.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

TEST(SliceOps, ConcatV2AddsUpTheAxis) {
  ShapeInferenceTestOp op("ConcatV2");
  op.Attr("N", TextAttr("i: 2"));
  const Tensor axis(int32_t{1});
  op.input_tensors = {nullptr, nullptr, &axis};
  INFER_OK(op, "[2,?,4];[2,3,?];[]", "[d0_0,3..,d0_2]");
}

TEST(SliceOps, SplitDividesTheAxis) {
  ShapeInferenceTestOp op("Split");
  op.Attr("num_split", TextAttr("i: 2"));
  INFER_OK(op, "[];?", "?;?");
  INFER_OK(op, "[];[2,4]", "[?,?];[?,?]");
  Tensor axis(int32_t{1});
  op.input_tensors = {&axis};
  INFER_OK(op, "[];[2,4]", "[d1_0,2];[d1_0,2]");
  INFER_OK(op, "[];[?,4..7]", "[d1_0,2..3];[d1_0,2..3]");
  INFER_OK(op, "[];?", "?;?");
  INFER_ERROR("Dimension size must be evenly divisible by 2 but is 5", op, "[];[1,5]");
  axis = Tensor(int32_t{-2});
  INFER_OK(op, "[];[2,4]", "[1,d1_1];[1,d1_1]");
  INFER_OK(op, "[];?", "?;?");
  axis = Tensor(int32_t{2});
  INFER_ERROR("Dimension size, given by scalar input 2 must be in range [-2, 2)", op, "[];[1,5]");
}

TEST(SliceOps, PackPutsADimensionIn) {
  ShapeInferenceTestOp op("Pack");
  op.Attr("N", TextAttr("i: 2"));
  INFER_OK(op, "?;?", "?");
  INFER_OK(op, "[];[]", "[2]");
  INFER_OK(op, "[1,?];[?,3]", "[2,d0_0,d1_1]");
  op.Attr("axis", TextAttr("i: -1"));
  INFER_OK(op, "[1,?];[?,3]", "[d0_0,d1_1,2]");
  INFER_ERROR("From merging shape 0 with other shapes.", op, "[1];[2]");
  op.Attr("axis", TextAttr("i: 3"));
  INFER_ERROR("Invalid axis: 3; must be in [-2,2)", op, "[1];[1]");
}

TEST(SliceOps, UnpackTakesADimensionOut) {
  ShapeInferenceTestOp op("Unpack");
  op.Attr("num", TextAttr("i: 2")).Attr("axis", TextAttr("i: -2"));
  INFER_OK(op, "?", "?;?");
  INFER_OK(op, "[2,?]", "[d0_1];[d0_1]");
  INFER_OK(op, "[?,3]", "[d0_1];[d0_1]");
  INFER_ERROR("Dimension must be 2 but is 3", op, "[3,4]");
  INFER_ERROR("Invalid axis: -2; must be in [-1,1)", op, "[2]");
}

TEST(SliceOps, SliceTakesABlock) {
  ShapeInferenceTestOp op("Slice");
  INFER_OK(op, "?;?;?", "?");
  INFER_OK(op, "[4,?];?;?", "[?,?]");
  INFER_OK(op, "?;[2];?", "[?,?]");
  INFER_ERROR("Shape must be rank 1 but is rank 2", op, "?;[1,2];?");
  INFER_ERROR("Dimension 0 in both shapes must be equal, but are 2 and 3", op, "?;[2];[3]");
  INFER_ERROR("Shape must be rank 2 but is rank 1", op, "[1];[2];[2]");
  Tensor size = Tensor::Of<int32_t>({1, -1});
  op.input_tensors = {nullptr, nullptr, &size};
  INFER_OK(op, "[4,5];[2];[2]", "[1,..5]");
  const Tensor begin = Tensor::Of<int32_t>({1, 2});
  op.input_tensors = {nullptr, &begin, &size};
  INFER_OK(op, "[4,5];[2];[2]", "[1,3]");
  INFER_OK(op, "[4,2..7];[2];[2]", "[1,..5]");
  INFER_ERROR("Negative dimension size caused by subtracting 2 from 1", op, "[4,1];[2];[2]");
  size = Tensor::Of<int32_t>({1, -2});
  INFER_ERROR("size[1] must be -1 or more, not -2", op, "[4,5];[2];[2]");
  op.input_tensors = {};
  op.input_tensors_as_shapes = {"", "", "[1,?]"};
  INFER_OK(op, "[4,5];[2];[2]", "[1,?]");
}

struct StridedCase {
  const char* input;
  const char* out;  // or null:
  const char* error = "";
};

void CheckStrided(ShapeInferenceTestOp* op, const std::vector<StridedCase>& cases,
                  const Tensor& begin, const Tensor& end, const Tensor& strides) {
  op->input_tensors = {nullptr, &begin, &end, &strides};
  for (const StridedCase& c : cases) {
    const std::string n = "[" + std::to_string(strides.NumElements()) + "]";
    const std::string inputs = std::string(c.input) + ";" + n + ";" + n + ";" + n;
    if (c.out != nullptr) {
      INFER_OK(*op, inputs, c.out);
    } else {
      INFER_ERROR(c.error, *op, inputs);
    }
  }
}

TEST(SliceOps, StridedSliceIsNumPysSlice) {
  ShapeInferenceTestOp op("StridedSlice");
  INFER_OK(op, "[4];[1];[1];[1]", "?");
  INFER_ERROR("Dimension 0 in both shapes must be equal, but are 1 and 2", op, "?;[1];[1];[2]");
  // x[1:3]
  CheckStrided(&op,
               {{"[4]", "[2]"},
                {"?", "?"},
                {"[?]", "[?]"},
                {"[2..9]", "[..9]"},
                {"[4,?]", "[2,d0_1]"},
                {"[]", nullptr, "Attempting to slice scalar input."}},
               Tensor::Of<int32_t>({1}), Tensor::Of<int32_t>({3}), Tensor::Of<int32_t>({1}));
  // x[5:0:-2]
  CheckStrided(&op, {{"[4]", "[2]"}, {"[9]", "[3]"}, {"[..9]", "[..5]"}}, Tensor::Of<int32_t>({5}),
               Tensor::Of<int32_t>({0}), Tensor::Of<int32_t>({-2}));
  CheckStrided(&op, {{"[4]", nullptr, "strides[0] must be non-zero"}}, Tensor::Of<int32_t>({0}),
               Tensor::Of<int32_t>({0}), Tensor::Of<int32_t>({0}));
  // x[1, 2] needs two dimensions
  op.Attr("shrink_axis_mask", TextAttr("i: 3"));
  CheckStrided(&op,
               {{"[4,5,6]", "[d0_2]"},
                {"[?,5]", "[]"},
                {"[4]", nullptr, "Index out of range using input dim 1"},
                {"[1,5]", nullptr, "slice index 1 of dimension 0 out of bounds."}},
               Tensor::Of<int32_t>({1, 2}), Tensor::Of<int32_t>({2, 3}),
               Tensor::Of<int32_t>({1, 1}));
}

TEST(SliceOps, StridedSliceKnowsItsMasks) {
  ShapeInferenceTestOp op("StridedSlice");
  // x[newaxis, ..., 1, :]
  op.Attr("new_axis_mask", TextAttr("i: 1"))
      .Attr("ellipsis_mask", TextAttr("i: 2"))
      .Attr("shrink_axis_mask", TextAttr("i: 4"));
  op.Attr("begin_mask", TextAttr("i: 8")).Attr("end_mask", TextAttr("i: 8"));
  CheckStrided(&op, {{"[2,?,4,5]", "[1,d0_0,d0_1,d0_3]"}, {"[4,5]", "[1,d0_1]"}},
               Tensor::Of<int32_t>({0, 0, 1, 0}), Tensor::Of<int32_t>({0, 0, 2, 0}),
               Tensor::Of<int32_t>({1, 1, 1, 1}));
  op.Attr("ellipsis_mask", TextAttr("i: 3"));
  CheckStrided(&op, {{"[2,3]", nullptr, "Multiple ellipses in slice spec not allowed"}},
               Tensor::Of<int32_t>({0, 0}), Tensor::Of<int32_t>({0, 0}),
               Tensor::Of<int32_t>({1, 1}));
}

TEST(SliceOps, StridedSliceOfUnknownBounds) {
  ShapeInferenceTestOp op("StridedSlice");
  const Tensor strides = Tensor::Of<int32_t>({1, 1});
  op.input_tensors = {nullptr, nullptr, nullptr, &strides};
  op.Attr("begin_mask", TextAttr("i: 2")).Attr("end_mask", TextAttr("i: 2"));
  INFER_OK(op, "[4,5,6];[2];[2];[2]", "[..4,5,d0_2]");
}

TEST(SliceOps, GatherV2ReplacesTheAxis) {
  ShapeInferenceTestOp op("GatherV2");
  INFER_OK(op, "[2,3];[4,5];[]", "[?,?,?]");
  INFER_OK(op, "?;[4,5];[]", "?");
  INFER_ERROR("Shape must be at least rank 1 but is rank 0", op, "[];[4];[]");
  INFER_ERROR("Shape must be rank 0 but is rank 1", op, "[2];[4];[1]");
  Tensor axis(int32_t{1});
  op.input_tensors = {nullptr, nullptr, &axis};
  INFER_OK(op, "[2,?,4];[5,?];[]", "[d0_0,d1_0,d1_1,d0_2]");
  INFER_OK(op, "?;[5];[]", "?");
  INFER_ERROR("Shape must be at least rank 2 but is rank 1", op, "[2];[5];[]");
  axis = Tensor(int64_t{-1});
  INFER_OK(op, "[2,3];[];[]", "[d0_0]");
  op.Attr("batch_dims", TextAttr("i: 1"));
  INFER_OK(op, "[2,3];[2,7];[]", "[d0_0,d1_1]");
  op.Attr("batch_dims", TextAttr("i: -1"));
  INFER_OK(op, "[2,3];[2,7];[]", "[d0_0,d1_1]");
  INFER_OK(op, "[2,3];?;[]", "?");
  op.Attr("batch_dims", TextAttr("i: -9223372036854775808"));
  INFER_ERROR("-9223372036854775808 is out of range", op, "[2,3];[2,7];[]");
  op.Attr("batch_dims", TextAttr("i: 3"));
  INFER_ERROR("Shape must be at least rank 3 but is rank 2", op, "[2,3];[2,7];[]");
  op.Attr("batch_dims", TextAttr("i: 0"));
  axis = Tensor(std::numeric_limits<int64_t>::min());
  INFER_ERROR("-9223372036854775808 is out of range", op, "[2,3];[2,7];[]");
}

}  // namespace
}  // namespace opgraft
