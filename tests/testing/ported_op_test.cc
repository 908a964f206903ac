// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A test of an op as it is written against TensorFlow's headers: nothing here is Opgraft's own
// spelling.
#include "tensorflow/core/framework/fake_input.h"
#include "tensorflow/core/framework/node_def_builder.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/shape_inference.h"
#include "tensorflow/core/framework/shape_inference_testutil.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/framework/tensor_testutil.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/core/kernels/ops_testutil.h"
#include "tensorflow/core/lib/core/status_test_util.h"
#include "tensorflow/core/platform/test.h"

namespace tensorflow {

REGISTER_OP("ClipBelow")
    .Attr("T: {float, int32}")
    .Attr("least: float = 0")
    .Input("x: T")
    .Output("y: T")
    .SetShapeFn([](shape_inference::InferenceContext* c) {
      shape_inference::ShapeHandle matrix;
      TF_RETURN_IF_ERROR(c->WithRankAtMost(c->input(0), 2, &matrix));
      c->set_output(0, matrix);
      return Status::OK();
    });

template <typename T>
class ClipBelowOp : public OpKernel {
 public:
  explicit ClipBelowOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("least", &least_));
  }
  void Compute(OpKernelContext* context) override {
    const Tensor& x = context->input(0);
    OP_REQUIRES(context, x.dims() <= 2,
                errors::InvalidArgument("x must be a matrix at most, got ", x.dims()));
    Tensor* y = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, x.shape(), &y));
    y->flat<T>() = x.flat<T>().cwiseMax(static_cast<T>(least_));
  }

 private:
  float least_;
  TF_DISALLOW_COPY_AND_ASSIGN(ClipBelowOp);
};

REGISTER_KERNEL_BUILDER(Name("ClipBelow").Device(DEVICE_CPU).TypeConstraint<float>("T"),
                        ClipBelowOp<float>);
REGISTER_KERNEL_BUILDER(Name("ClipBelow").Device(DEVICE_CPU).TypeConstraint<int32>("T"),
                        ClipBelowOp<int32>);

namespace {

class ClipBelowOpTest : public OpsTestBase {
 protected:
  void MakeOp(DataType type, float least) {
    TF_ASSERT_OK(NodeDefBuilder("op", "ClipBelow")
                     .Input(FakeInput(type))
                     .Attr("least", least)
                     .Finalize(node_def()));
    TF_ASSERT_OK(InitOp());
  }
};

TEST_F(ClipBelowOpTest, Float) {
  MakeOp(DT_FLOAT, 0.5f);
  AddInputFromArray<float>(TensorShape({2, 2}), {-1, 0.25, 0.75, 2});
  TF_ASSERT_OK(RunOpKernel());
  Tensor expected(allocator(), DT_FLOAT, TensorShape({2, 2}));
  test::FillValues<float>(&expected, {0.5f, 0.5f, 0.75f, 2.0f});
  test::ExpectTensorEqual<float>(expected, *GetOutput(0));
}

TEST_F(ClipBelowOpTest, Int32) {
  MakeOp(DT_INT32, 1);
  AddInputFromArray<int32>(TensorShape({3}), {-1, 1, 2});
  TF_ASSERT_OK(RunOpKernel());
  test::ExpectTensorEqual<int32>(test::AsTensor<int32>({1, 1, 2}), *GetOutput(0));
}

TEST_F(ClipBelowOpTest, RefusesMoreDimensions) {
  MakeOp(DT_FLOAT, 0);
  AddInput<float>(TensorShape({1, 1, 2}), [](int i) { return static_cast<float>(i); });
  Status s = RunOpKernel();
  EXPECT_EQ(s.code(), error::INVALID_ARGUMENT);
  EXPECT_TRUE(absl::StrContains(s.ToString(), "x must be a matrix at most, got 3")) << s;
}

TEST(ClipBelowShapeTest, ShapeFn) {
  ShapeInferenceTestOp op("ClipBelow");
  INFER_OK(op, "[2,?]", "in0");
  INFER_OK(op, "?", "?");
  INFER_ERROR("Shape must be at most rank 2 but is rank 3", op, "[1,1,2]");
}

}  // namespace
}  // namespace tensorflow
