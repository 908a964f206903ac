// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "testing/shape_inference_testutil.h"

#include "framework/op/fake_input.h"
#include "framework/op/node_def_builder.h"
#include "gtest/gtest-spi.h"
#include "opgraft/op.h"
#include "testing/status_test_util.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

REGISTER_OP("Columns")
    .Attr("T: type")
    .Attr("keep: int = 1")
    .Input("matrix: T")
    .Output("columns: T")
    .SetShapeFn([](InferenceContext* c) {
      ShapeHandle matrix;
      int keep = 0;
      OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &matrix));
      OPGRAFT_RETURN_IF_ERROR(c->GetAttr("keep", &keep));
      c->set_output(0, c->Matrix(c->Dim(matrix, 0), keep));
      return absl::OkStatus();
    });

TEST(ShapeInferenceTestOp, RunsTheShapeFunctionOfANode) {
  ShapeInferenceTestOp op("Columns");
  INFER_OK(op, "[2,3]", "[d0_0,1]");
  INFER_OK(op, "?", "[?,1]");
  INFER_ERROR("Shape must be rank 2 but is rank 1", op, "[2]");
  TF_ASSERT_OK(NodeDefBuilder("test", "Columns")
                   .Input(FakeInput(DT_INT32))
                   .Attr("keep", 4)
                   .Finalize(&op.node_def));
  INFER_OK(op, "[?,3]", "[d0_0,4]");
  op.Attr("keep", 5);
  INFER_OK(op, "[2,3]", "[d0_0,5]");
}

TEST(ShapeInferenceTestOp, WhatIsWrongIsTold) {
  ShapeInferenceTestOp op("Columns");
  const struct Case {
    const char* inputs;
    const char* expected;
    const char* problem;
  } cases[] = {
      {"[2,3]", "[d0_1,1]", "output 0 is [2,1], not [d0_1,1]"},
      {"[2,3]", "in0", "output 0 is [2,1], not in0"},
      {"[2,3]", "in7", "output 0 is [2,1], not in7"},
      {"[2,3]", "[2]", "output 0 is [2,1], not [2]"},
      {"[2,3]", "2,1", "output 0 is [2,1], not 2,1"},
      {"[2,3]", "[2,1];[2]", "Columns has 1 outputs"},
      {"[2,3];[1]", "[2,1]", "Columns has 1 inputs"},
      {"2,3", "[2,1]", "'2,3' is not a shape: write [2,?,3..5] or ?"},
      {"[2,x]", "[2,1]", "'[2,x]' is not a shape: write [2,?,3..5] or ?"},
      {"[-2]", "[2,1]", "'[-2]' is not a shape: write [2,?,3..5] or ?"},
  };
  for (const Case& c : cases) EXPECT_EQ(CheckInference(op, c.inputs, c.expected), c.problem);
}

REGISTER_OP("SetsOneOfTwo")
    .Input("x: int32")
    .Output("y: int32")
    .Output("z: int32")
    .SetShapeFn([](InferenceContext* c) {
      c->set_output(0, c->input(0));
      return absl::OkStatus();
    });

TEST(ShapeInferenceTestOp, AnOutputThatIsNotSetIsTold) {
  EXPECT_EQ(CheckInference(ShapeInferenceTestOp("SetsOneOfTwo"), "[2]", "in0;?"),
            "its shape function sets no shape for output 1 'z'; call set_output for each, with "
            "UnknownShape() if nothing is known");
}

TEST(ShapeInferenceTestOp, AnOpThatIsNotThereIsTold) {
  EXPECT_NONFATAL_FAILURE(INFER_OK(ShapeInferenceTestOp("Colums"), "[]", "[]"),
                          "Nearest: 'Columns'");
}

}  // namespace
}  // namespace opgraft
