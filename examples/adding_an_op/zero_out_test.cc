// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A test as TensorFlow's own: it compiles as it is.
#include "tensorflow/core/framework/fake_input.h"
#include "tensorflow/core/framework/node_def_builder.h"
#include "tensorflow/core/framework/shape_inference_testutil.h"
#include "tensorflow/core/framework/tensor_testutil.h"
#include "tensorflow/core/kernels/ops_testutil.h"
#include "tensorflow/core/lib/core/status_test_util.h"
#include "tensorflow/core/platform/test.h"

namespace tensorflow {
namespace {

class ZeroOutTest : public OpsTestBase {
 protected:
  void MakeOp(int preserve_index) {
    TF_ASSERT_OK(NodeDefBuilder("zero_out", "ZeroOut")
                     .Input(FakeInput(DT_INT32))
                     .Attr("preserve_index", preserve_index)
                     .Finalize(node_def()));
  }
};

TEST_F(ZeroOutTest, KeepsOneElement) {
  MakeOp(2);
  TF_ASSERT_OK(InitOp());
  AddInputFromArray<int32>(TensorShape({5}), {5, 4, 3, 2, 1});
  TF_ASSERT_OK(RunOpKernel());
  Tensor expected(allocator(), DT_INT32, TensorShape({5}));
  test::FillValues<int32>(&expected, {0, 0, 3, 0, 0});
  test::ExpectTensorEqual<int32>(expected, *GetOutput(0));
}

TEST_F(ZeroOutTest, RefusesANegativeIndex) {
  MakeOp(-1);
  Status s = InitOp();
  EXPECT_TRUE(absl::StrContains(s.ToString(), "Need preserve_index >= 0, got -1")) << s;
}

TEST(ZeroOutShapeTest, KeepsTheShape) {
  ShapeInferenceTestOp op("ZeroOut");
  INFER_OK(op, "[?,3]", "in0");
}

}  // namespace
}  // namespace tensorflow
