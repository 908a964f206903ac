// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// InferenceContext as a shape function and its caller see it: values of inputs, outputs, messages,
// and mistakes.
#include <stdexcept>
#include <string>
#include <vector>

#include "framework/op/common_shape_fns.h"
#include "testing/shape_inference_testutil.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace shape_inference {
namespace {

using ::testing::HasSubstr;

OpDefBuilder SF(const char* name, OpShapeInferenceFn fn) {
  return OpDefBuilder(name)
      .Input("x: float")
      .Input("sizes: int32")
      .Output("y: float")
      .SetShapeFn(std::move(fn));
}

std::string ErrorOf(const ShapeInferenceTestOp& op, const std::string& inputs) {
  return std::string(InferShapes(op, inputs).message());
}

absl::Status FromSizes(InferenceContext* c) {
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(1, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

TEST(ShapeInferenceRun, AFailureTellsTheNodeAndWhatWasKnown) {
  ShapeInferenceTestOp op(SF("SFRank", [](InferenceContext* c) {
    ShapeHandle unused;
    c->input_tensor(1);
    return c->WithRank(c->input(0), 3, &unused);
  }));
  EXPECT_EQ(ErrorOf(op, "[?,3];[2]"),
            "Shape must be rank 3 but is rank 2 for '{{node test}} = SFRank[](in0, in1)' with "
            "input shapes: [?,3], [2].");
  const Tensor sizes = Tensor::Of<int32_t>({1, 2});
  op.input_tensors = {nullptr, &sizes};
  EXPECT_EQ(ErrorOf(op, "[?,3];[2]"),
            "Shape must be rank 3 but is rank 2 for '{{node test}} = SFRank[](in0, in1)' with "
            "input shapes: [?,3], [2] and "
            "with computed input tensors: input[1] = <1 2>.");
}

TEST(ShapeInferenceRun, AFailureTellsPartlyKnownValues) {
  ShapeInferenceTestOp op(SF("SF", [](InferenceContext* c) {
    OPGRAFT_RETURN_IF_ERROR(FromSizes(c));
    return absl::InvalidArgumentError("no");
  }));
  op.input_tensors_as_shapes = {"", "[1,?]"};
  EXPECT_EQ(ErrorOf(op, "?;[2]"),
            "no for '{{node test}} = SF[](in0, in1)' with input shapes: ?, [2] and with input "
            "tensors computed as partial "
            "shapes: input[1] = [1,?].");
}

TEST(ShapeInferenceRun, TheCodeOfAFailureStays) {
  ShapeInferenceTestOp op(
      SF("SF", [](InferenceContext*) { return absl::UnimplementedError("later"); }));
  EXPECT_EQ(InferShapes(op, "?;?").code(), absl::StatusCode::kUnimplemented);
}

// --- Values of inputs ---

TEST(ShapeInferenceRun, ReadsShapesFromValues) {
  ShapeInferenceTestOp op(SF("SF", FromSizes));
  INFER_OK(op, "?;?", "?");
  INFER_OK(op, "?;[3]", "[?,?,?]");
  INFER_ERROR("Shape must be rank 1 but is rank 2", op, "?;[1,2]");
  INFER_ERROR("Shape must be rank 1 but is rank 0", op, "?;[]");
  INFER_ERROR("spells 1000 dimensions; a tensor has at most 254", op, "?;[1000]");
  struct Case {
    Tensor value;
    const char* inputs;
    const char* out;
    const char* error;
  };
  const std::vector<Case> cases = {
      {Tensor::Of<int32_t>({2, -1}), "?;[2]", "[2,?]", ""},
      {Tensor::Of<int64_t>({2, 3}), "?;?", "[2,3]", ""},
      {Tensor::Of<int32_t>({-2}), "?;[1]", nullptr, "Invalid value in tensor used for shape: -2"},
      {Tensor::Of<float>({1}), "?;[1]", nullptr,
       "Input tensor must be int32 or int64, but was float"},
      {Tensor::Of<int32_t>({1, 2}, {1, 2}), "?;?", nullptr,
       "Input tensor must be rank 1, but was rank 2"},
  };
  for (const Case& c : cases) {
    op.input_tensors = {nullptr, &c.value};
    if (c.out != nullptr) {
      INFER_OK(op, c.inputs, c.out);
    } else {
      INFER_ERROR(c.error, op, c.inputs);
    }
  }
}

TEST(ShapeInferenceRun, AScalarMaySpellAnUnknownShape) {
  ShapeInferenceTestOp op(SF("SF", [](InferenceContext* c) {
    ShapeHandle out;
    OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensorTreatScalarAsUnknownShape(1, &out));
    c->set_output(0, out);
    return absl::OkStatus();
  }));
  INFER_OK(op, "?;[]", "?");
  INFER_OK(op, "?;[2]", "[?,?]");
  INFER_ERROR("Shape must be at most rank 1 but is rank 2", op, "?;[1,2]");
  Tensor value(int32_t{-1});
  op.input_tensors = {nullptr, &value};
  INFER_OK(op, "?;[]", "?");
  value = Tensor(int32_t{3});
  INFER_ERROR("if its rank 0 it must have value -1 (representing an unknown shape).  Saw value: 3",
              op, "?;[]");
}

TEST(ShapeInferenceRun, ReadsDimensionsFromValues) {
  ShapeInferenceTestOp op(SF("SF", [](InferenceContext* c) {
    DimensionHandle size;
    OPGRAFT_RETURN_IF_ERROR(c->MakeDimForScalarInput(1, &size));
    c->set_output(0, c->Vector(size));
    return absl::OkStatus();
  }));
  INFER_OK(op, "?;[]", "[?]");
  Tensor value(int32_t{7});
  op.input_tensors = {nullptr, &value};
  INFER_OK(op, "?;[]", "[7]");
  value = Tensor(int64_t{-1});
  INFER_ERROR("Dimension size, given by scalar input 1, must be non-negative but is -1", op,
              "?;[]");
  value = Tensor::Of<int32_t>({1});
  INFER_ERROR("Input must be scalar but has rank 1", op, "?;[1]");
  value = Tensor(1.0f);
  INFER_ERROR("Scalar input must be int32 or int64, but was float", op, "?;[]");
}

// The caller finds values out only when they are asked for, and runs the function again.
TEST(ShapeInferenceRun, TellsWhichValuesItAskedFor) {
  ShapeInferenceTestOp op(SF("SF", FromSizes));
  const NodeProperties properties = *op.Properties();
  const std::unique_ptr<TestInputs> known = *TestInputs::Parse(op, "?;[2]");
  InferenceContext c(properties, known->facts);
  ASSERT_TRUE(c.Run(properties.op->shape_inference_fn).ok());
  EXPECT_EQ(c.OutputShape(0).DebugString(), "[?,?]");
  EXPECT_FALSE(c.requested_input_tensor(0));
  EXPECT_FALSE(c.requested_input_tensor_as_partial_shape(0));
  EXPECT_TRUE(c.requested_input_tensor(1));
  EXPECT_TRUE(c.requested_input_tensor_as_partial_shape(1));
  c.set_input_tensor_as_shape(1, *ParseShape("[4,2..3]"));
  ASSERT_TRUE(c.Run(properties.op->shape_inference_fn).ok());
  EXPECT_EQ(c.OutputShape(0).DebugString(), "[4,2..3]");
}

TEST(ShapeInferenceRun, AnOutputThatIsLeftOutIsUnknownToARunAndAMistakeToTheTestKit) {
  ShapeInferenceTestOp op(SF("SF", [](InferenceContext*) { return absl::OkStatus(); }));
  const NodeProperties properties = *op.Properties();
  const std::unique_ptr<TestInputs> inputs = *TestInputs::Parse(op, "[1];[2]");
  InferenceContext c(properties, inputs->facts);
  ASSERT_TRUE(c.Run(properties.op->shape_inference_fn).ok());
  EXPECT_EQ(c.OutputShape(0).DebugString(), "<unknown>");
  EXPECT_THAT(CheckInference(op, "[1];[2]", "?"),
              HasSubstr("its shape function sets no shape for output 0 'y'"));
  ShapeInferenceTestOp none(SF("SF", nullptr));
  EXPECT_THAT(CheckInference(none, "[1];[2]", "?"),
              HasSubstr("SetShapeFn was given no function (nullptr) for Op SF"));
}

TEST(ShapeInferenceRun, ArgsAreFoundByName) {
  ShapeInferenceTestOp op(OpDefBuilder("Names")
                              .Attr("N: int >= 1")
                              .Input("xs: N * float")
                              .Input("last: float")
                              .Output("ys: N * float")
                              .Output("end: float")
                              .SetShapeFn([](InferenceContext* c) {
                                std::vector<ShapeHandle> xs, last, bad;
                                OPGRAFT_RETURN_IF_ERROR(c->input("xs", &xs));
                                OPGRAFT_RETURN_IF_ERROR(c->input("last", &last));
                                EXPECT_EQ(c->input("sx", &bad).message(), "Unknown input name: sx");
                                EXPECT_EQ(c->set_output("sy", xs).message(),
                                          "Unknown output name: sy");
                                EXPECT_THAT(std::string(c->set_output("end", xs).message()),
                                            HasSubstr("Must have exactly 1 shapes"));
                                OPGRAFT_RETURN_IF_ERROR(c->set_output("ys", xs));
                                return c->set_output("end", last);
                              }));
  op.Attr("N", TextAttr("i: 2"));
  INFER_OK(op, "[1];[2];[3]", "in0;in1;in2");
}

TEST(ShapeInferenceRun, HandleDataGoesThrough) {
  ShapeInferenceTestOp op(
      OpDefBuilder("H").Input("x: resource").Output("y: resource").SetShapeFn(UnchangedShape));
  const NodeProperties properties = *op.Properties();
  const std::vector<HandleData> data = {{*ParseShape("[2,?]"), DT_INT32}};
  const std::unique_ptr<TestInputs> known = *TestInputs::Parse(op, "[]");
  known->facts.handle_data = {&data};
  InferenceContext c(properties, known->facts);
  ASSERT_TRUE(c.Run(properties.op->shape_inference_fn).ok());
  const std::vector<HandleData> out = c.OutputHandleData(0);
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(out[0].shape.DebugString(), "[2,?]");
  EXPECT_EQ(out[0].dtype, DT_INT32);
}

// --- Mistakes of authors ---

struct Mistake {
  const char* message;
  OpShapeInferenceFn fn;
};

TEST(ShapeInferenceRun, MistakesAreNamed) {
  const std::vector<Mistake> mistakes = {
      {"shape function of Mine ignored: Shape must be rank 3 but is rank 2",
       [](InferenceContext* c) {
         ShapeHandle h;
         (void)c->WithRank(c->input(0), 3, &h);
         c->set_output(0, c->Matrix(c->Dim(h, 0), 2));
         return absl::OkStatus();
       }},
      {"shape function of Mine ignored: Dimensions must be equal, but are 1 and 2",
       [](InferenceContext* c) {
         DimensionHandle d;
         (void)c->Merge(c->MakeDim(1), c->MakeDim(2), &d);
         c->set_output(0, c->Vector(d));
         return absl::OkStatus();
       }},
      {"shape function of Mine set output 1 of 1",
       [](InferenceContext* c) {
         c->set_output(1, c->Scalar());
         return absl::OkStatus();
       }},
      {"shape function of Mine set output -1 of 1",
       [](InferenceContext* c) {
         c->set_output(-1, c->Scalar());
         return absl::OkStatus();
       }},
      {"shape function of Mine read input 9 of 2",
       [](InferenceContext* c) {
         c->set_output(0, c->input(9));
         return absl::OkStatus();
       }},
      {"shape function of Mine read input 2 of 2",
       [](InferenceContext* c) {
         c->input_tensor(2);
         return absl::OkStatus();
       }},
      {"shape function of Mine asked for dimension 2 of shape [7,7]",
       [](InferenceContext* c) {
         c->set_output(0, c->Vector(c->Dim(c->input(0), 2)));
         return absl::OkStatus();
       }},
      {"shape function of Mine made a dimension of size -5",
       [](InferenceContext* c) {
         c->set_output(0, c->Vector(-5));
         return absl::OkStatus();
       }},
      {"shape function of Mine made a shape of 300 dimensions; a tensor has at most 254",
       [](InferenceContext* c) {
         c->set_output(0, c->UnknownShapeOfRank(300));
         return absl::OkStatus();
       }},
      {"shape function of Mine threw: oops",
       [](InferenceContext*) -> absl::Status { throw std::runtime_error("oops"); }},
      {"shape function of Mine threw something that is not a std::exception",
       [](InferenceContext*) -> absl::Status { throw 5; }},
  };
  for (const Mistake& mistake : mistakes) {
    const ShapeInferenceTestOp op(SF("Mine", mistake.fn));
    EXPECT_THAT(ErrorOf(op, "[7,7];?"), HasSubstr(mistake.message));
  }
}

TEST(ShapeInferenceRun, AValueReadAsAnotherTypeIsAnError) {
  ShapeInferenceTestOp op(SF("Mine", [](InferenceContext* c) {
    const Tensor* sizes = c->input_tensor(1);
    if (sizes != nullptr) c->set_output(0, c->Vector(static_cast<int64_t>(sizes->vec<float>()(0))));
    return absl::OkStatus();
  }));
  const Tensor sizes = Tensor::Of<int32_t>({1, 2});
  op.input_tensors = {nullptr, &sizes};
  const absl::Status status = InferShapes(op, "?;[2]");
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("shape function of Mine read input 1 (int32) as float for '{{node test}}"));
  ShapeInferenceTestOp own(SF("Mine", [](InferenceContext* c) {
    c->set_output(0, c->Vector(Tensor::Of({1, 2}).scalar<int32_t>()()));
    return absl::OkStatus();
  }));
  INFER_ERROR("shape function of Mine read a tensor of its own with scalar(), but its shape is [2]",
              own, "?;?");
}

TEST(ShapeInferenceRun, AnErrorThatIsDealtWithIsNone) {
  ShapeInferenceTestOp op(SF("Mine", [](InferenceContext* c) {
    ShapeHandle h;
    if (!c->WithRank(c->input(0), 3, &h).ok()) h = c->UnknownShape();
    c->set_output(0, h);
    return absl::OkStatus();
  }));
  INFER_OK(op, "[7,7];?", "?");
  INFER_OK(op, "[1,2,3];?", "in0");
}

}  // namespace
}  // namespace shape_inference
}  // namespace opgraft
