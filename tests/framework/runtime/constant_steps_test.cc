// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/constant_steps.h"

#include <string>
#include <utility>
#include <vector>

#include "framework/graph/builder/graph_builder.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

// How often a kernel of the ops below computed.
int computes = 0;

REGISTER_OP("FoldIncrement")
    .Input("x: float")
    .Output("y: float")
    .SetShapeFn(shape_inference::UnchangedShape);
REGISTER_OP("FoldStateful")
    .Input("x: float")
    .Output("y: float")
    .SetIsStateful()
    .SetShapeFn(shape_inference::UnchangedShape);
REGISTER_OP("FoldFail")
    .Input("x: float")
    .Output("y: float")
    .SetShapeFn(shape_inference::UnchangedShape);
REGISTER_OP("FoldLie")
    .Input("x: float")
    .Output("y: float")
    .SetShapeFn([](shape_inference::InferenceContext* c) {
      c->set_output(0, c->Vector(7));
      return absl::OkStatus();
    });

class IncrementOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    ++computes;
    Tensor* y = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, c->input(0).shape(), &y));
    y->flat<float>() = c->input(0).flat<float>() + 1.0f;
  }
};
REGISTER_KERNEL_BUILDER(Name("FoldIncrement").Device(DEVICE_CPU), IncrementOp);
REGISTER_KERNEL_BUILDER(Name("FoldStateful").Device(DEVICE_CPU), IncrementOp);
REGISTER_KERNEL_BUILDER(Name("FoldLie").Device(DEVICE_CPU), IncrementOp);

class FailOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override { c->SetStatus(absl::OutOfRangeError("it fails")); }
};
REGISTER_KERNEL_BUILDER(Name("FoldFail").Device(DEVICE_CPU), FailOp);

class ConstantStepsTest : public testing::Test {
 protected:
  ConstantStepsTest() { computes = 0; }

  // 1 and 2, `op` of them, and "y": what comes out, plus x.
  static Graph GraphOf(const std::string& op) {
    GraphBuilder b;
    const Value made = b.Op(op, {b.Const(Tensor::Of({1.0f, 2.0f}))}, "made");
    b.Op("AddV2", {made, b.Placeholder("x", DT_FLOAT, {2})}, "y");
    return *b.Build();
  }
  static Signature SignatureOf(const std::string& name, std::vector<std::string> feeds,
                               std::vector<std::string> fetches) {
    Signature signature;
    signature.name = name;
    signature.feeds = std::move(feeds);
    signature.fetches = std::move(fetches);
    return signature;
  }
  static absl::StatusOr<Tensor> Run(const CompiledModel& model) {
    InferRequest request = model.CreateRequest();
    const auto outputs = request.Run({{"x", Tensor::Of({10.0f, 20.0f})}});
    if (!outputs.ok()) return outputs.status();
    return (*outputs)["y"];
  }
  static std::string Text(const absl::StatusOr<Tensor>& tensor) {
    return tensor.ok() ? tensor->SummarizeValue(10) : tensor.status().ToString();
  }
};

TEST_F(ConstantStepsTest, ComputesWhatFollowsFromConstantsOnce) {
  const auto model = CompiledModel::Compile(GraphOf("FoldIncrement"));
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_EQ(computes, 1);
  EXPECT_EQ(model->num_steps(), 1);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(Text(Run(*model)), "12 23");
  EXPECT_EQ(computes, 1);
}

TEST_F(ConstantStepsTest, CanBeSwitchedOff) {
  CompileOptions options;
  options.fold_constants = false;
  const auto model = CompiledModel::Compile(GraphOf("FoldIncrement"), options);
  EXPECT_EQ(computes, 0);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(Text(Run(*model)), "12 23");
  EXPECT_EQ(computes, 3);
}

TEST_F(ConstantStepsTest, LeavesStatefulOpsToTheRuns) {
  const auto model = CompiledModel::Compile(GraphOf("FoldStateful"));
  EXPECT_EQ(computes, 0);
  EXPECT_EQ(Text(Run(*model)), "12 23");
  EXPECT_EQ(computes, 1);
}

TEST_F(ConstantStepsTest, LeavesKernelsThatFailToTheRuns) {
  const auto model = CompiledModel::Compile(GraphOf("FoldFail"));
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_EQ(Run(*model).status().code(), absl::StatusCode::kOutOfRange);
}

TEST_F(ConstantStepsTest, LeavesOutputsOfAnotherShapeThanWasInferredToTheRuns) {
  GraphBuilder b;
  b.Op("FoldLie", {b.Const(Tensor::Of({1.0f, 2.0f}))}, "made");
  const auto model = CompiledModel::Compile(*b.Build());
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_EQ(model->num_steps(), 1);
  EXPECT_EQ(model->CreateRequest().Run().code(), absl::StatusCode::kInternal);
}

TEST_F(ConstantStepsTest, WhatASignatureFeedsIsNoConstant) {
  CompileOptions options;
  options.signatures = {SignatureOf("fed", {"made", "x"}, {"y"}),
                        SignatureOf("whole", {"x"}, {"y", "made"})};
  const auto model = CompiledModel::Compile(GraphOf("FoldIncrement"), options);
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  const Tensor x = Tensor::Of({0.0f, 0.0f});
  const auto fed = request.Run("fed", {{"made", Tensor::Of({5.0f, 6.0f})}, {"x", x}});
  ASSERT_TRUE(fed.ok()) << fed.status();
  EXPECT_EQ((*fed)["y"].SummarizeValue(10), "5 6");
  const auto whole = request.Run("whole", {{"x", x}});
  ASSERT_TRUE(whole.ok()) << whole.status();
  EXPECT_EQ((*whole)["y"].SummarizeValue(10), "2 3");
  EXPECT_EQ((*whole)["made"].SummarizeValue(10), "2 3");
}

TEST_F(ConstantStepsTest, SignaturesShareWhatIsFolded) {
  CompileOptions options;
  options.signatures = {SignatureOf("a", {"x"}, {"y"}), SignatureOf("b", {"x"}, {"y"})};
  ASSERT_TRUE(CompiledModel::Compile(GraphOf("FoldIncrement"), options).ok());
  EXPECT_EQ(computes, 1);
}

TEST_F(ConstantStepsTest, WorksInBodiesAndBranches) {
  GraphBuilder then_body, else_body, b;
  for (GraphBuilder* body : {&then_body, &else_body}) {
    const Value one = body->Const(Tensor::Of({1.0f, 2.0f}));
    body->Return("r", body->Op("FoldIncrement", {body->Op("FoldIncrement", {one})}));
  }
  b.If(b.Placeholder("c", DT_BOOL, TensorShape()), std::move(then_body), std::move(else_body), {},
       {{"r", "r"}}, "y");
  const auto graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  const auto model = CompiledModel::Compile(*graph);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_EQ(computes, 4);
  InferRequest request = model->CreateRequest();
  for (const bool c : {true, false}) {
    const auto outputs = request.Run({{"c", Tensor::Scalar(c)}});
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_EQ((*outputs)["y"].SummarizeValue(10), "3 4");
  }
  EXPECT_EQ(computes, 4);
}

TEST_F(ConstantStepsTest, LetsGoOfWhatNothingReads) {
  GraphBuilder b;
  Value made = b.Const(Tensor::Of({1.0f, 2.0f}));
  for (int i = 0; i < 5; ++i) made = b.Op("FoldIncrement", {made});
  b.Op("AddV2", {made, b.Placeholder("x", DT_FLOAT, {2})}, "y");
  const auto model = CompiledModel::Compile(*b.Build());
  EXPECT_EQ(model->memory().num_folded, 5);
  EXPECT_EQ(model->memory().num_constants, 1);
  EXPECT_EQ(model->memory().constant_bytes, 8);
  EXPECT_EQ(Text(Run(*model)), "16 27");
}

// Three chains of two results of 20 MB: what is beyond 64 MiB takes its memory only in runs.
TEST_F(ConstantStepsTest, KeepsFewResultsThatAreFarLargerThanTheConstantsOfTheGraph) {
  GraphBuilder b;
  const Value dims = b.Const(Tensor::Of({5'000'000}));
  for (const float value : {1.0f, 2.0f, 3.0f})
    b.Op("FoldIncrement", {b.Op("Fill", {dims, b.Const(Tensor::Scalar(value))})});
  const auto model = CompiledModel::Compile(*b.Build());
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_EQ(computes, 1);
  EXPECT_LT(model->memory().constant_bytes, 41'000'000);
}

// Each node doubles what came before: no step is a great one, and 2^40 bytes come of 4.
TEST_F(ConstantStepsTest, LeavesChainsThatFillAnyMemoryToTheRuns) {
  GraphBuilder b;
  const Value axis = b.Const(Tensor::Scalar(0));
  Value grown = b.Const(Tensor::Of({1.0f}));
  for (int i = 0; i < 38; ++i)
    grown = b.Op("ConcatV2", {Input(std::vector<Value>{grown, grown}), axis});
  const auto model = CompiledModel::Compile(*b.Build());
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_LT(model->memory().constant_bytes, int64_t{64} << 20);
}

TEST_F(ConstantStepsTest, LeavesMemoryForTheConstantsToCome) {
  const Tensor large(DT_FLOAT, TensorShape({100'000}));
  GraphBuilder b;
  b.Op("AddV2", {b.Op("FoldIncrement", {b.Const(large)}), b.Const(large)}, "y");
  CompileOptions options;
  options.limits.max_total_bytes = 1'000'000;
  EXPECT_TRUE(CompiledModel::Compile(*b.Build(), options).ok());
  EXPECT_EQ(computes, 0);
}

}  // namespace
}  // namespace opgraft
