// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/common_shape_fns.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "testing/shape_inference_testutil.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;

struct Case {
  const char* inputs;
  const char* outputs;  // or null:
  const char* error = "";
};

void Check(const ShapeInferenceTestOp& op, const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    if (c.outputs != nullptr) {
      INFER_OK(op, c.inputs, c.outputs);
    } else {
      INFER_ERROR(c.error, op, c.inputs);
    }
  }
}

OpDefBuilder OneInput(OpShapeInferenceFn fn) {
  return OpDefBuilder("One").Attr("T: type").Input("x: T").Output("y: T").SetShapeFn(std::move(fn));
}

OpDefBuilder TwoInputs(OpShapeInferenceFn fn) {
  return OpDefBuilder("Two").Attr("T: type").Input("x: T").Input("y: T").Output("z: T").SetShapeFn(
      std::move(fn));
}

TEST(CommonShapeFns, UnchangedShapePassesTheHandleOn) {
  Check(ShapeInferenceTestOp(OneInput(shape_inference::UnchangedShape)),
        {{"?", "in0"}, {"[]", "in0"}, {"[1,?]", "in0"}});
}

TEST(CommonShapeFns, UnchangedShapeMayAskForARank) {
  Check(ShapeInferenceTestOp(OneInput(
            [](InferenceContext* c) { return shape_inference::UnchangedShapeWithRank(c, 2); })),
        {{"[1,?]", "in0"}, {"?", "[?,?]"}, {"[1]", nullptr, "Shape must be rank 2 but is rank 1"}});
  Check(ShapeInferenceTestOp(OneInput([](InferenceContext* c) {
          return shape_inference::UnchangedShapeWithRankAtLeast(c, 2);
        })),
        {{"[1,2,3]", "in0"},
         {"?", "in0"},
         {"[1]", nullptr, "Shape must be at least rank 2 but is rank 1"}});
  Check(ShapeInferenceTestOp(OneInput([](InferenceContext* c) {
          return shape_inference::UnchangedShapeWithRankAtMost(c, 2);
        })),
        {{"[1,2]", "in0"},
         {"?", "in0"},
         {"[1,2,3]", nullptr, "Shape must be at most rank 2 but is rank 3"}});
}

TEST(CommonShapeFns, SimpleOnesSayWhatTheirNamesSay) {
  Check(ShapeInferenceTestOp(OneInput(shape_inference::ScalarShape)), {{"[1,2]", "[]"}});
  Check(ShapeInferenceTestOp(OneInput(shape_inference::UnknownShape)), {{"[1,2]", "?"}});
  Check(ShapeInferenceTestOp(
            OpDefBuilder("None").Input("x: float").SetShapeFn(shape_inference::NoOutputs)),
        {{"[1]", ""}});
  Check(ShapeInferenceTestOp(TwoInputs(shape_inference::MergeBothInputsShapeFn)),
        {{"?;[1,?]", "in1"},
         {"[1,?];[?,2]", "[d0_0,d1_1]"},
         {"[1];[2]", nullptr, "Dimension 0 in both shapes must be equal, but are 1 and 2"}});
}

TEST(CommonShapeFns, ExplicitShapeTakesTheAttr) {
  ShapeInferenceTestOp op(OpDefBuilder("E")
                              .Attr("shape: shape")
                              .Output("y: float")
                              .SetShapeFn(shape_inference::ExplicitShape));
  op.Attr("shape", TextAttr("shape { dim { size: 2 } dim { size: -1 } }"));
  INFER_OK(op, "", "[2,?]");
  op.Attr("shape", TextAttr("shape { unknown_rank: true }"));
  INFER_OK(op, "", "?");
}

TEST(CommonShapeFns, RandomShapeReadsItsInput) {
  ShapeInferenceTestOp op(OpDefBuilder("R")
                              .Input("shape: int32")
                              .Output("y: float")
                              .SetShapeFn(shape_inference::RandomShape));
  INFER_OK(op, "[2]", "[?,?]");
  INFER_OK(op, "?", "?");
  INFER_ERROR("Shape must be rank 1 but is rank 2", op, "[1,2]");
  const Tensor value = Tensor::Of<int32_t>({3, -1});
  op.input_tensors = {&value};
  INFER_OK(op, "[2]", "[3,?]");
}

TEST(CommonShapeFns, BroadcastingTakesTheOneThatIsNotOne) {
  Check(ShapeInferenceTestOp(TwoInputs(shape_inference::BroadcastBinaryOpShapeFn)),
        {{"?;[1,2]", "?"},
         {"[];[]", "[]"},
         {"[2];[]", "[d0_0]"},
         {"[];[2]", "[d1_0]"},
         {"[3,1];[1,4]", "[d0_0,d1_1]"},
         {"[2,3];[3]", "[d0_0,d0_1]"},
         {"[5];[?]", "[d0_0]"},
         {"[1];[?]", "[d1_0]"},
         {"[?];[?]", "[?]"},
         {"[0];[1]", "[d0_0]"},
         {"[0];[?]", "[d0_0]"},
         {"[2];[3]", nullptr, "Dimensions must be equal, but are 2 and 3"},
         {"[0];[2]", nullptr, "Dimensions must be equal, but are 0 and 2"}});
}

// The truth table by enumeration: for every pair of intervals, the smallest interval that holds
// each size that may come out.
TEST(CommonShapeFns, BroadcastingOfBoundsIsTheTightestSoundOne) {
  ShapeInferenceTestOp op(TwoInputs(shape_inference::BroadcastBinaryOpShapeFn));
  const auto text = [](int64_t a, int64_t b) {
    return absl::StrCat("[", DimRange(a, b).DebugString(), "]");
  };
  for (int64_t a = 0; a < 4; ++a)
    for (int64_t b = a; b < 4; ++b)
      for (int64_t c = 0; c < 4; ++c)
        for (int64_t d = c; d < 4; ++d) {
          int64_t min = 99, max = -1;
          for (int64_t x = a; x <= b; ++x)
            for (int64_t y = c; y <= d; ++y) {
              if (x != y && x != 1 && y != 1) continue;
              min = std::min(min, x == 1 ? y : x);
              max = std::max(max, x == 1 ? y : x);
            }
          const std::string inputs = absl::StrCat(text(a, b), ";", text(c, d));
          if (max < 0) {
            INFER_ERROR("Dimensions must be equal", op, inputs);
          } else {
            INFER_OK(op, inputs, text(min, max));
          }
        }
}

TEST(CommonShapeFns, MatMulMultipliesMatrices) {
  const OpDefBuilder spec = TwoInputs(shape_inference::MatMulShape)
                                .Attr("transpose_a: bool = false")
                                .Attr("transpose_b: bool = false");
  ShapeInferenceTestOp op(spec);
  Check(op, {{"[2,3];[3,4]", "[d0_0,d1_1]"},
             {"?;?", "[?,?]"},
             {"[?,?];?", "[d0_0,?]"},
             {"[2..4,?];[?,5]", "[d0_0,d1_1]"},
             {"[1];?", nullptr, "Shape must be rank 2 but is rank 1"},
             {"[2,3];[2,3]", nullptr, "Dimensions must be equal, but are 3 and 2"}});
  op.Attr("transpose_a", TextAttr("b: true")).Attr("transpose_b", TextAttr("b: true"));
  Check(op, {{"[3,2];[4,3]", "[d0_1,d1_0]"},
             {"[2,3];[3,4]", nullptr, "Dimensions must be equal, but are 2 and 4"}});
}

TEST(CommonShapeFns, BiasAddLooksForTheChannels) {
  const OpDefBuilder spec =
      TwoInputs(shape_inference::BiasAddShape).Attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'");
  ShapeInferenceTestOp op(spec);
  Check(op, {{"[2,3];[3]", "[d0_0,d0_1]"},
             {"[2,?];[3]", "[d0_0,d1_0]"},
             {"?;[3]", "?"},
             {"[3];[3]", nullptr, "Shape must be at least rank 2 but is rank 1"},
             {"[2,3];[4]", nullptr, "Dimensions must be equal, but are 3 and 4"},
             {"[2,3];[3,1]", nullptr, "Shape must be rank 1 but is rank 2"}});
  op.Attr("data_format", TextAttr("s: 'NCHW'"));
  Check(op, {{"[2,?,5,6];[3]", "[d0_0,d1_0,d0_2,d0_3]"},
             {"[2,3];[3]", nullptr, "Shape must be at least rank 3 but is rank 2"},
             {"[2,4,3];[3]", nullptr, "Dimensions must be equal, but are 4 and 3"}});
}

TEST(CommonShapeFns, ReductionDropsOrKeepsTheAxes) {
  ShapeInferenceTestOp op(OpDefBuilder("Reduce")
                              .Input("x: float")
                              .Input("axes: int32")
                              .Output("y: float")
                              .Attr("keep_dims: bool = false")
                              .SetShapeFn(shape_inference::ReductionShape));
  Check(op, {{"[2,4,5];[2]", "?"},
             {"[2,4,5];[1]", "[?,?]"},
             {"[2];[]", "[]"},
             {"[];[1]", "?"},
             {"?;[2]", "?"},
             {"[2];[1,2]", nullptr, "Shape must be at most rank 1 but is rank 2"}});
  op.Attr("keep_dims", TextAttr("b: true"));
  Check(op, {{"[2,4,5];[2]", "[?,?,?]"}, {"?;[2]", "?"}});
  const Tensor axes = Tensor::Of<int32_t>({1, -1});
  op.input_tensors = {nullptr, &axes};
  Check(op, {{"[2,4,5];[2]", "[d0_0,1,1]"}, {"?;[2]", "?"}});
  op.Attr("keep_dims", TextAttr("b: false"));
  Check(op, {{"[2,?,5];[2]", "[d0_0]"},
             {"[2];[2]", nullptr, "Invalid reduction dimension 1 for input with 1 dimensions."}});
  op.graph_def_version = 20;
  INFER_OK(op, "[2,4,5];[2,1]", "[d0_0]");
}

TEST(CommonShapeFns, ConcatAddsUpOneDimension) {
  ShapeInferenceTestOp op(OpDefBuilder("Concat")
                              .Input("values: N * float")
                              .Input("axis: int32")
                              .Output("y: float")
                              .Attr("N: int >= 2")
                              .SetShapeFn(shape_inference::ConcatV2Shape));
  op.Attr("N", TextAttr("i: 2"));
  Check(op, {{"[1,2];[3,4];[]", "[?,?]"},
             {"?;?;[]", "?"},
             {"[];[];[]", nullptr, "Can't concatenate scalars"},
             {"[1,2];[1];[]", nullptr, "Shape must be rank 2 but is rank 1"},
             {"?;?;[1]", nullptr, "Shape must be rank 0 but is rank 1"}});
  Tensor axis(int32_t{1});
  op.input_tensors = {nullptr, nullptr, &axis};
  Check(op,
        {{"[1,2];[1,4];[]", "[d0_0,6]"},
         {"[1,2..3];[?,4];[]", "[d0_0,6..7]"},
         {"?;[2,?,3];[]", "[d1_0,?,d1_2]"},
         {"[1,2];[3,4];[]", nullptr, "Dimension 0 in both shapes must be equal, but are 1 and 3"},
         {"[1,2];[1];[]", nullptr, "Shape must be rank 2 but is rank 1"},
         {"[1];[1];[]", nullptr, "Shape must be at least rank 2 but is rank 1"},
         {"[1,9223372036854775807];[1,1];[]", nullptr, "Dimension size overflow from adding"}});
  axis = Tensor(int32_t{-1});
  Check(op, {{"[1,2];[1,4];[]", "[d0_0,6]"}});
  axis = Tensor(int32_t{-2147483647 - 1});
  Check(op, {{"[1,2];[1,4];[]", nullptr, "Concatenation axis -2147483648 is out of range"}});
}

TEST(CommonShapeFns, TheOldConcatHasItsAxisFirst) {
  ShapeInferenceTestOp op(OpDefBuilder("Concat")
                              .Input("axis: int32")
                              .Input("values: N * float")
                              .Output("y: float")
                              .Attr("N: int >= 2")
                              .SetShapeFn([](InferenceContext* c) {
                                return shape_inference::ConcatShape(c, c->num_inputs() - 1);
                              }));
  op.Attr("N", TextAttr("i: 2"));
  const Tensor axis(int32_t{0});
  op.input_tensors = {&axis};
  INFER_OK(op, "[];[1,2];[3,?]", "[4,d1_1]");
}

OpDefBuilder Conv(OpShapeInferenceFn fn) {
  return OpDefBuilder("Conv")
      .Input("x: float")
      .Input("filter: float")
      .Output("y: float")
      .Attr("strides: list(int)")
      .Attr("padding: string")
      .Attr("explicit_paddings: list(int) = []")
      .Attr("data_format: string = 'NHWC'")
      .Attr("dilations: list(int) = [1, 1, 1, 1]")
      .SetShapeFn(std::move(fn));
}

TEST(CommonShapeFns, ConvolutionSlidesAWindow) {
  ShapeInferenceTestOp op(Conv(shape_inference::Conv2DShapeWithExplicitPadding));
  op.Attr("strides", TextAttr("list { i: [1, 2, 3, 1] }")).Attr("padding", TextAttr("s: 'VALID'"));
  Check(op,
        {{"[8,5,7,2];[3,3,2,6]", "[d0_0,2,2,d1_3]"},
         {"[8,5..9,?,2];[3,3,2,6]", "[d0_0,2..4,1..,d1_3]"},
         {"?;?", "[?,1..,1..,?]"},
         {"[1,3,3,4];[1,1,2,2]", "[d0_0,2,1,d1_3]"},
         {"[1,2,3,4];[3,1,4,4]", nullptr, "Negative dimension size caused by subtracting 3 from 2"},
         {"[1,2,3,4];[1,1,3,4]", nullptr,
          "Depth of input (4) is not a multiple of input depth of filter (3)"},
         {"[1,2,3];[1,1,3,4]", nullptr, "Shape must be rank 4 but is rank 3"}});
  op.Attr("padding", TextAttr("s: 'SAME'"));
  Check(op, {{"[8,5,7,2];[3,3,2,6]", "[d0_0,3,3,d1_3]"}});
  op.Attr("padding", TextAttr("s: 'EXPLICIT'"))
      .Attr("explicit_paddings", TextAttr("list { i: [0, 0, 1, 2, 0, 2, 0, 0] }"));
  Check(op, {{"[8,5,7,2];[3,3,2,6]", "[d0_0,3,3,d1_3]"}});
  op.Attr("data_format", TextAttr("s: 'NCHW'"))
      .Attr("strides", TextAttr("list { i: [1, 1, 1, 1] }"))
      .Attr("padding", TextAttr("s: 'VALID'"));
  Check(op, {{"[8,2,5,7];[3,3,2,6]", "[d0_0,d1_3,3,5]"}});
  op.Attr("dilations", TextAttr("list { i: [1, 1, 2, 1] }"));
  Check(op, {{"[8,2,5,7];[3,3,2,6]", "[d0_0,d1_3,1,5]"}});
  op.Attr("strides", TextAttr("list { i: [1, 1, 0, 1] }"));
  Check(op, {{"[8,2,5,7];[3,3,2,6]", nullptr, "Stride must be > 0, but got 0"}});
  op.Attr("strides", TextAttr("list { i: [1] }"));
  Check(op, {{"?;?", nullptr, "The strides attribute must contain 4 values, but got: 1"}});
  op.Attr("data_format", TextAttr("s: 'NHCW'"));
  Check(op, {{"?;?", nullptr, "data_format 'NHCW' is not known"}});
}

TEST(CommonShapeFns, DepthwiseConvolutionMultipliesChannels) {
  ShapeInferenceTestOp op(Conv(shape_inference::DepthwiseConv2DNativeShape));
  op.Attr("strides", TextAttr("list { i: [1, 1, 1, 1] }")).Attr("padding", TextAttr("s: 'SAME'"));
  Check(op, {{"[1,4,4,3];[2,2,3,5]", "[d0_0,4,4,15]"},
             {"[1,4,4,3];[2,2,2,5]", nullptr, "Dimensions must be equal, but are 3 and 2"}});
}

TEST(CommonShapeFns, PoolingKeepsWhatItDoesNotSlideOver) {
  const auto pool = [](OpShapeInferenceFn fn) {
    return OpDefBuilder("Pool")
        .Input("x: float")
        .Output("y: float")
        .Attr("ksize: list(int)")
        .Attr("strides: list(int)")
        .Attr("padding: string")
        .SetShapeFn(std::move(fn));
  };
  for (const auto& fn : {shape_inference::AvgPoolShape, shape_inference::MaxPoolShape}) {
    ShapeInferenceTestOp op(pool(fn));
    op.Attr("ksize", TextAttr("list { i: [1, 2, 2, 1] }"))
        .Attr("strides", TextAttr("list { i: [1, 2, 2, 1] }"))
        .Attr("padding", TextAttr("s: 'VALID'"));
    Check(op, {{"[?,5,8,3]", "[d0_0,2,4,3]"},
               {"[1,2,3]", nullptr, "Shape must be rank 4 but is rank 3"}});
    op.Attr("ksize", TextAttr("list { i: [1, 0, 2, 1] }"));
    Check(op, {{"?", nullptr, "ksize[1] must be positive, not 0"}});
  }
}

}  // namespace
}  // namespace opgraft
