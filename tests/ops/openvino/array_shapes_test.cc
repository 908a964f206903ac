// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What the shape functions make of bounds and of values that are known in part: answers of models
// (tests/openvino_answers) do not show it.
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "testing/shape_inference_testutil.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

// The shape of a Slice of dimension 1, and of one whose bounds are not known.
struct SliceCase {
  int64_t start, stop, step;
  const char* input;
  const char* output;
};

TEST(OpenvinoArrayShapes, ASliceOfABoundedDimensionIsBounded) {
  const SliceCase cases[] = {
      {0, 1, 1, "[?,?,64]", "[d0_0,..1,d0_2]"},
      {-1, 1 << 30, 1, "[?,?,64]", "[d0_0,..1,d0_2]"},
      {-1, kMost, 1, "[?,?,64]", "[d0_0,..1,d0_2]"},
      {1, -1, 1, "[?,3..9,64]", "[d0_0,1..7,d0_2]"},
      {0, 5, 2, "[?,3..9,64]", "[d0_0,2..3,d0_2]"},
      {-2, 3, 1, "[?,3..9,64]", "[d0_0,..2,d0_2]"},
      {1, kMost, 1, "[?,?,64]", "[d0_0,?,d0_2]"},
      {1, kMost, 3, "[?,2..,64]", "[d0_0,1..,d0_2]"},
      {-1, -kMost - 1, -1, "[?,2..5,64]", "[d0_0,2..5,d0_2]"},
      {-1, -kMost - 1, -2, "[?,2..,64]", "[d0_0,1..,d0_2]"},
      {3, -kMost - 1, -1, "[?,?,64]", "[d0_0,..4,d0_2]"},
      {3, -kMost - 1, -2, "[?,2..,64]", "[d0_0,1..2,d0_2]"},
      {3, -2, -1, "[?,2..9,64]", "[d0_0,..1,d0_2]"},
      {3, 1, -1, "[?,2..9,64]", "[d0_0,..2,d0_2]"},
      {1, 3, 1, "[?,2,64]", "[d0_0,1,d0_2]"},
      {5, 7, 1, "[?,2,64]", "[d0_0,0,d0_2]"},
      {0, 1, 1, "?", "?"},
  };
  for (const SliceCase& slice : cases) {
    ShapeInferenceTestOp op("OpenVINO>Slice");
    op.Attr("Taxes", TextAttr("list { type: DT_INT64 }"));
    const Tensor start = Tensor::Of<int64_t>({slice.start}),
                 stop = Tensor::Of<int64_t>({slice.stop}), step = Tensor::Of<int64_t>({slice.step}),
                 axes = Tensor::Of<int64_t>({-2});
    op.input_tensors = {nullptr, &start, &stop, &step, &axes};
    INFER_OK(op, std::string(slice.input) + ";[1];[1];[1];[1]", slice.output);
  }
}

TEST(OpenvinoArrayShapes, ASliceKeepsWhatIsNotCut) {
  ShapeInferenceTestOp op("OpenVINO>Slice");
  op.Attr("Taxes", TextAttr("list { type: DT_INT64 }"));
  const Tensor axes = Tensor::Of<int64_t>({1});
  op.input_tensors = {nullptr, nullptr, nullptr, nullptr, &axes};
  INFER_OK(op, "[2,3,4];[1];[1];[1];[1]", "[d0_0,..3,d0_2]");
  op.input_tensors = {};
  INFER_OK(op, "[2,3];[1];[1];[1];[1]", "[..2,..3]");
  INFER_OK(op, "[2..5,3..];[1];[1];[1];[1]", "[..5,?]");
  const Tensor zero = Tensor::Of<int64_t>({0});
  op.input_tensors = {nullptr, &zero, &zero, &zero, &axes};
  INFER_ERROR("must be non-zero", op, "[2,3];[1];[1];[1];[1]");
  op.input_tensors = {nullptr, &axes, &axes, &axes, &axes};
  INFER_ERROR("axis 1 is not in [-1, 1)", op, "[2];[1];[1];[1];[1]");
}

// Of [2, DIM], the columns from a number to a size that is known in part; as OpenVINO has them.
TEST(OpenvinoArrayShapes, ASliceUpToASizeIsBounded) {
  const struct {
    int64_t start, step;
    const char *stop, *input, *output;
  } cases[] = {
      {0, 1, "[3..7]", "[2,10]", "[d0_0,3..7]"},   {1, 1, "[3..]", "[2,3..]", "[d0_0,2..]"},
      {1, 1, "[3..7]", "[2,3..7]", "[d0_0,2..6]"}, {0, 2, "[3..7]", "[2,10]", "[d0_0,2..4]"},
      {9, 1, "[3..7]", "[2,10]", "[d0_0,0]"},      {0, 1, "[?]", "[2,10]", "[d0_0,..10]"},
      {-1, 1, "[3..7]", "[2,10]", "[d0_0,..10]"},  {0, -1, "[3..7]", "[2,10]", "[d0_0,..10]"},
  };
  for (const auto& slice : cases) {
    ShapeInferenceTestOp op("OpenVINO>Slice");
    op.Attr("Taxes", TextAttr("list { type: DT_INT64 }"));
    const Tensor start = Tensor::Of<int64_t>({slice.start}),
                 step = Tensor::Of<int64_t>({slice.step}), axes = Tensor::Of<int64_t>({1});
    op.input_tensors = {nullptr, &start, nullptr, &step, &axes};
    op.input_tensors_as_shapes = {"", "", slice.stop};
    INFER_OK(op, std::string(slice.input) + ";[1];[1];[1];[1]", slice.output);
  }
  ShapeInferenceTestOp strided("OpenVINO>StridedSlice");
  strided.Attr("Tstride", TextAttr("list { type: DT_INT64 }"));
  const Tensor zeros = Tensor::Of<int64_t>({0, 0}), ones = Tensor::Of<int64_t>({1, 1});
  strided.input_tensors = {nullptr, &zeros, nullptr, &ones};
  strided.input_tensors_as_shapes = {"", "", "[2,3..7]"};
  INFER_OK(strided, "[2,10];[2];[2];[2]", "[2,3..7]");
  strided.input_tensors_as_shapes = {};
  INFER_OK(strided, "[2,10];[2];[2];[2]", "[..2,..10]");
  // Of unknown places a step takes every second at most; what no item cuts stays.
  const Tensor steps = Tensor::Of<int64_t>({-2, 2});
  strided.input_tensors = {nullptr, nullptr, nullptr, &steps};
  INFER_OK(strided, "[5,4,3];[2];[2];[2]", "[..3,..2,d0_2]");
  INFER_OK(strided, "[?,3..4,3];[2];[2];[2]", "[?,..2,d0_2]");
  strided.Attr("begin_mask", TextAttr("list { i: [1, 0] }"));
  strided.Attr("end_mask", TextAttr("list { i: [1, 1] }"));
  INFER_OK(strided, "[5,4,3];[2];[2];[2]", "[3,..2,d0_2]");
  strided.input_tensors = {};
  INFER_OK(strided, "[5,4,3];[2];[2];[2]", "[..5,..4,d0_2]");
  // x[:, i, :] and x[..., i, newaxis] of an unknown i.
  strided.Attr("begin_mask", TextAttr("list { i: [1, 0] }"));
  strided.Attr("end_mask", TextAttr("list { i: [1, 0] }"));
  strided.Attr("shrink_axis_mask", TextAttr("list { i: [0, 1] }"));
  strided.input_tensors = {nullptr, nullptr, nullptr, &ones};
  INFER_OK(strided, "[2,?,5];[2];[2];[2]", "[d0_0,d0_2]");
  strided.Attr("begin_mask", TextAttr("list {}"));
  strided.Attr("end_mask", TextAttr("list {}"));
  strided.Attr("ellipsis_mask", TextAttr("list { i: [1, 0, 0] }"));
  strided.Attr("shrink_axis_mask", TextAttr("list { i: [0, 1, 0] }"));
  strided.Attr("new_axis_mask", TextAttr("list { i: [0, 0, 1] }"));
  strided.input_tensors = {};
  INFER_OK(strided, "[2,?,5];[3];[3];[3]", "[d0_0,d0_1,1]");
  INFER_OK(strided, "[2,?,5];?;?;?", "?");
}

TEST(OpenvinoArrayShapes, AReshapeSolvesForWhatIsLeft) {
  ShapeInferenceTestOp op("OpenVINO>Reshape");
  op.Attr("special_zero", TextAttr("b: true"));
  op.input_tensors_as_shapes = {"", "[0,?,4]"};
  INFER_OK(op, "[?,8,4];[3]", "[d0_0,8,4]");
  INFER_OK(op, "[2..3,?,8];[3]", "[d0_0,?,4]");
  INFER_OK(op, "?;[3]", "[?,?,4]");
  op.input_tensors_as_shapes = {"", "[?,4]"};
  INFER_OK(op, "[2..3,8];[2]", "[4..6,4]");
  INFER_ERROR("Cannot reshape 6 elements", op, "[2,3];[2]");
  op.input_tensors_as_shapes = {"", "[..5,1..5]"};
  INFER_OK(op, "[?,?];[2]", "[?,1..5]");
  op.Attr("special_zero", TextAttr("b: false"));
  INFER_OK(op, "[?,?];[2]", "[..5,1..5]");
  op.input_tensors_as_shapes = {};
  INFER_OK(op, "[2,3];[3]", "[?,?,?]");
  INFER_OK(op, "[2,3];?", "?");
  const Tensor twice = Tensor::Of<int64_t>({-1, -1});
  op.input_tensors = {nullptr, &twice};
  INFER_ERROR("more than one size of the pattern is -1", op, "[4];[2]");
}

// The answers are those of OpenVINO, but for the last two: it gives 1..0 for what cannot be.
TEST(OpenvinoArrayShapes, AReshapeBoundsWhatIsLeftByTheBoundsOfTheOthers) {
  ShapeInferenceTestOp op("OpenVINO>Reshape");
  op.input_tensors_as_shapes = {"", "[?,8]"};
  INFER_OK(op, "[2..,3..,4];[2]", "[3..,8]");
  op.input_tensors_as_shapes = {"", "[?,3]"};
  INFER_OK(op, "[2..,3..,4];[2]", "[8..,3]");
  INFER_OK(op, "[2..5,3..4,4];[2]", "[8..26,3]");
  INFER_OK(op, "[2..5,4];[2]", "[3..6,3]");
  INFER_OK(op, "[2..5,?];[2]", "[?,3]");
  op.input_tensors_as_shapes = {"", "[?]"};
  INFER_OK(op, "[2..5,3..4];[1]", "[6..20]");
  op.Attr("special_zero", TextAttr("b: true"));
  op.input_tensors_as_shapes = {"", "[0,?,9]"};
  INFER_OK(op, "[?,3,1..,1..,9];[3]", "[d0_0,3..,9]");
  op.input_tensors_as_shapes = {"", "[?,4]"};
  INFER_OK(op, "[1..2];[2]", "[?,4]");
  op.input_tensors_as_shapes = {"", "[2..4,8]"};
  INFER_OK(op, "[1..3,8];[2]", "[2..3,8]");
}

TEST(OpenvinoArrayShapes, RepeatsTakeWhatIsKnownOfTheirSizes) {
  ShapeInferenceTestOp broadcast("OpenVINO>Broadcast");
  broadcast.Attr("Tmapping", TextAttr("list {}"));
  broadcast.input_tensors_as_shapes = {"", "[?,2..5,?]"};
  INFER_OK(broadcast, "[?,7];[3]", "[?,2..5,7]");
  INFER_OK(broadcast, "[3,1];[3]", "[?,3,?]");
  INFER_ERROR("cannot broadcast", broadcast, "[6,1];[3]");
  broadcast.Attr("mode", TextAttr("s: 'bidirectional'"));
  INFER_OK(broadcast, "[4,1,1,7];[3]", "[d0_0,?,2..5,d0_3]");
  ShapeInferenceTestOp tile("OpenVINO>Tile");
  tile.input_tensors_as_shapes = {"", "[?,2]"};
  INFER_OK(tile, "[2..6];[2]", "[?,4..12]");
  INFER_OK(tile, "[3,?,2..6];[2]", "[3,?,4..12]");
  ShapeInferenceTestOp pad("OpenVINO>Pad");
  pad.Attr("Tvalue", TextAttr("list {}"));
  const Tensor begin = Tensor::Of<int64_t>({1, -2}), end = Tensor::Of<int64_t>({2, 0});
  pad.input_tensors = {nullptr, &begin, &end};
  INFER_OK(pad, "[2..6,?];[2];[2]", "[5..9,?]");
  INFER_OK(pad, "[?,3..7];[2];[2]", "[3..,1..5]");
  INFER_ERROR("do not fit a dimension of 1", pad, "[2,1];[2];[2]");
  const Tensor zeros = Tensor::Of<int64_t>({0, 0, 0});
  pad.input_tensors = {nullptr, &zeros, nullptr};
  pad.input_tensors_as_shapes = {"", "", "[0,2..3,?]"};
  INFER_OK(pad, "[2..6,4..,5];[3];[3]", "[d0_0,6..,?]");
  INFER_OK(pad, "[?,4..7,5];[3];[3]", "[d0_0,6..10,?]");
}

TEST(OpenvinoArrayShapes, WhatIsFoundIsBounded) {
  ShapeInferenceTestOp top("OpenVINO>TopK");
  top.Attr("axis", TextAttr("i: 1")).Attr("mode", TextAttr("s: 'max'"));
  top.Attr("sort", TextAttr("s: 'value'"));
  INFER_OK(top, "[?,3..8];[]", "[d0_0,..8];[d0_0,..8]");
  const Tensor k(int64_t{4});
  top.input_tensors = {nullptr, &k};
  INFER_OK(top, "[?,3..8];[]", "[d0_0,4];[d0_0,4]");
  INFER_ERROR("k is 4, but dimension 1 is ..3", top, "[?,..3];[]");
  ShapeInferenceTestOp non_zero("OpenVINO>NonZero");
  INFER_OK(non_zero, "[2,3]", "[2,..6]");
  INFER_OK(non_zero, "[]", "[1,..1]");
  INFER_OK(non_zero, "?", "[?,?]");
}

}  // namespace
}  // namespace opgraft
