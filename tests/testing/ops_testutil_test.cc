// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "testing/ops_testutil.h"

#include "gmock/gmock.h"
#include "gtest/gtest-spi.h"
#include "gtest/gtest.h"
#include "opgraft/op.h"
#include "tensorflow_compat/platform/mutex.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

REGISTER_OP("ScaledSum")
    .Attr("T: {float, half, int32}")
    .Attr("N: int >= 1")
    .Attr("scale: int = 1")
    .Input("xs: N * T")
    .Output("sum: T");

template <typename T>
class ScaledSumOp : public OpKernel {
 public:
  explicit ScaledSumOp(OpKernelConstruction* c) : OpKernel(c) {
    OP_REQUIRES_OK(c, c->GetAttr("scale", &scale_));
    OP_REQUIRES(c, scale_ != 0, absl::InvalidArgumentError("scale must not be 0"));
  }
  void Compute(OpKernelContext* c) override {
    Tensor* sum = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, c->input(0).shape(), &sum));
    sum->flat<T>().setZero();
    for (int i = 0; i < c->num_inputs(); ++i) {
      OP_REQUIRES(c, c->input(i).shape() == sum->shape(),
                  absl::InvalidArgumentError("shapes differ"));
      sum->flat<T>() += c->input(i).flat<T>() * static_cast<T>(scale_);
    }
  }

 private:
  int scale_ = 1;
};

REGISTER_KERNEL_BUILDER(Name("ScaledSum").Device(DEVICE_CPU).TypeConstraint<float>("T"),
                        ScaledSumOp<float>);
REGISTER_KERNEL_BUILDER(Name("ScaledSum").Device(DEVICE_CPU).TypeConstraint<half>("T"),
                        ScaledSumOp<half>);

// A resource with a number in it, and an op that reads it.
class Number : public ResourceBase {
 public:
  explicit Number(int v) : value(v) {}
  std::string DebugString() const override { return "number"; }
  const int value;
};

REGISTER_OP("ReadNumber").Input("handle: resource").Output("value: int32");

class ReadNumberOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    core::RefCountPtr<Number> number;
    OP_REQUIRES_OK(c, LookupResource(c, HandleFromInput(c, 0), &number));
    Tensor* value = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({}), &value));
    value->scalar<int32>()() = number->value;
  }
};
REGISTER_KERNEL_BUILDER(Name("ReadNumber").Device(DEVICE_CPU), ReadNumberOp);

class ScaledSumTest : public OpsTestBase {
 protected:
  void MakeOp(DataType type, int inputs, int scale) {
    TF_ASSERT_OK(NodeDefBuilder("op", "ScaledSum")
                     .Input(FakeInput(inputs, type))
                     .Attr("scale", scale)
                     .Finalize(node_def()));
  }
};

TEST_F(ScaledSumTest, RunsOnItsInputs) {
  MakeOp(DT_FLOAT, 2, 3);
  TF_ASSERT_OK(InitOp());
  AddInputFromArray<float>(TensorShape({2, 2}), {1, 2, 3, 4});
  AddInput<float>(TensorShape({2, 2}), [](int i) { return static_cast<float>(10 * i); });
  TF_ASSERT_OK(RunOpKernel());
  EXPECT_EQ(GetInput(1).flat<float>()(3), 30);
  Tensor expected(allocator(), DT_FLOAT, TensorShape({2, 2}));
  test::FillValues<float>(&expected, {3, 36, 69, 102});
  test::ExpectTensorEqual<float>(*GetOutput(0), expected);
}

TEST_F(ScaledSumTest, RunsAgainOnOtherInputs) {
  MakeOp(DT_HALF, 1, 1);
  TF_ASSERT_OK(InitOp());
  AddInputFromList<half>(TensorShape({2}), {0.1f, 2.0f});
  TF_ASSERT_OK(RunOpKernel());
  test::ExpectTensorNear<half>(*GetOutput(0), test::AsTensor<half>({half(0.1f), half(2.0f)}), 1e-3);
  test::ExpectClose(*GetOutput(0), test::AsTensor<half>({half(0.1f), half(2.001f)}));
}

TEST_F(ScaledSumTest, GivesErrorsAsAStatus) {
  MakeOp(DT_FLOAT, 2, 0);
  EXPECT_THAT(std::string(InitOp().message()), HasSubstr("scale must not be 0"));
  MakeOp(DT_INT32, 2, 1);
  EXPECT_EQ(InitOp().code(), absl::StatusCode::kNotFound);  // no kernel
  MakeOp(DT_FLOAT, 2, 1);
  TF_ASSERT_OK(InitOp());
  AddInputFromArray<float>(TensorShape({1}), {1});
  EXPECT_EQ(RunOpKernel().code(), absl::StatusCode::kInvalidArgument);  // an input is missing
  AddInputFromArray<float>(TensorShape({2}), {1, 2});
  EXPECT_THAT(std::string(RunOpKernel().message()),
              HasSubstr("{{node op}} ScaledSum: shapes differ"));
  EXPECT_NONFATAL_FAILURE(GetOutput(0), "there is no output 0");
  EXPECT_NONFATAL_FAILURE(AddInputFromArray<float>(TensorShape({1}), {1}),
                          "ScaledSum has 2 inputs; this is one more");
}

TEST_F(ScaledSumTest, AnInputOfAnotherTypeFailsTheTest) {
  MakeOp(DT_FLOAT, 1, 1);
  TF_ASSERT_OK(InitOp());
  EXPECT_NONFATAL_FAILURE(AddInputFromArray<int32>(TensorShape({1}), {1}),
                          "input 0 'xs[0]' is float, not int32");
}

TEST_F(ScaledSumTest, HasTensorFlowsMembers) {
  MakeOp(DT_FLOAT, 1, 2);
  TF_ASSERT_OK(InitOp());
  EXPECT_EQ(context_, nullptr);
  EXPECT_EQ(device_->device_type(), DEVICE_CPU);
  AddInputFromArray<float>(TensorShape({2}), {1, 2});
  TF_ASSERT_OK(RunOpKernel());
  EXPECT_EQ(context_->num_inputs(), 1);
  TF_EXPECT_OK(context_->status());
  // On other inputs: of the fixture's making, and of the test's.
  inputs_.clear();
  AddInputFromArray<float>(TensorShape({1}), {10});
  TF_ASSERT_OK(RunOpKernel());
  test::ExpectTensorEqual<float>(*GetOutput(0), test::AsTensor<float>({20}));
  Tensor own = test::AsTensor<float>({3, 4});
  inputs_.clear();
  inputs_.push_back({nullptr, &own});
  TF_ASSERT_OK(RunOpKernel());
  test::ExpectTensorEqual<float>(*GetOutput(0), test::AsTensor<float>({6, 8}));
  EXPECT_EQ(mutable_input(0).tensor, &own);
}

REGISTER_OP("AddInPlace").Input("ref: Ref(float)").Input("value: float").Output("out: Ref(float)");

class AddInPlaceOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    Tensor sum(DT_FLOAT, c->input(1).shape());
    sum.flat<float>() =
        c->mutable_input(0, /*lock_held=*/false).flat<float>() + c->input(1).flat<float>();
    c->replace_ref_input(0, sum, /*lock_held=*/false);
    c->forward_ref_input_to_ref_output(0, 0);
  }
};
REGISTER_KERNEL_BUILDER(Name("AddInPlace").Device(DEVICE_CPU), AddInPlaceOp);

class AddInPlaceTest : public OpsTestBase {};

TEST_F(AddInPlaceTest, ChangesTheTensorBehindAReference) {
  TF_ASSERT_OK(NodeDefBuilder("op", "AddInPlace")
                   .Input(FakeInput(DT_FLOAT_REF))
                   .Input(FakeInput(DT_FLOAT))
                   .Finalize(node_def()));
  TF_ASSERT_OK(InitOp());
  core::Mutex mu;
  Tensor variable = test::AsTensor<float>({1, 2});
  inputs_.push_back({&mu, &variable});
  AddInputFromArray<float>(TensorShape({2}), {10, 20});
  TF_ASSERT_OK(RunOpKernel());
  test::ExpectTensorEqual<float>(variable, test::AsTensor<float>({11, 22}));
}

class ReadNumberTest : public OpsTestBase {};

TEST_F(ReadNumberTest, FindsItsResource) {
  TF_ASSERT_OK(
      NodeDefBuilder("op", "ReadNumber").Input(FakeInput(DT_RESOURCE)).Finalize(node_def()));
  TF_ASSERT_OK(InitOp());
  AddResourceInput("", "seven", new Number(7));
  TF_ASSERT_OK(RunOpKernel());
  test::ExpectTensorEqual<int32>(*GetOutput(0), test::AsScalar<int32>(7));
}

}  // namespace
}  // namespace opgraft
