// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Kernels on scalars may be called by their loops: what comes out, and what fails, is the same.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/scalar_kernel.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/runtime/compiled_model.h"
#include "framework/runtime/step_observer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

class Watcher : public StepObserver {
 public:
  void BeforeKernel(const Program&, size_t, const OpKernelContext&) override {}
  absl::Status AfterKernel(const Program&, size_t, const OpKernelContext&) override {
    return absl::OkStatus();
  }
};

// How often the kernel below was called in either way.
int computes = 0, loops_run = 0;

REGISTER_OP("ScalarStepsAdd")
    .Input("x: float")
    .Input("y: float")
    .Output("z: float")
    .SetShapeFn(shape_inference::UnchangedShape);

class AddOp : public OpKernel, public ScalarKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    ++computes;
    Tensor* z = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, c->input(0).shape(), &z));
    z->flat<float>() = c->input(0).flat<float>() + c->input(1).flat<float>();
  }
  KernelFacets Facets() override {
    KernelFacets facets;
    facets.scalars = this;
    return facets;
  }
  ElementLoop scalar_loop() const override {
    return [](const void* x, const void* y, void* z, int64_t) {
      ++loops_run;
      *static_cast<float*>(z) = *static_cast<const float*>(x) + *static_cast<const float*>(y);
    };
  }
};
REGISTER_KERNEL_BUILDER(Name("ScalarStepsAdd").Device(DEVICE_CPU), AddOp);

struct Case {
  const char* op;
  Tensor x, y;
};

std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (const char* op : {"AddV2", "Sub", "Mul", "RealDiv", "Maximum", "Less", "Greater", "Equal"}) {
    cases.push_back({op, Tensor(3.0f), Tensor(-0.25f)});
    cases.push_back({op, Tensor(1e300), Tensor(1e-300)});
    cases.push_back({op, Tensor(Eigen::half(1.5f)), Tensor(Eigen::half(65504.0f))});
    if (op == std::string("RealDiv")) continue;
    cases.push_back({op, Tensor(int32_t{2147483647}), Tensor(int32_t{1})});
    cases.push_back({op, Tensor(int64_t{-5}), Tensor(int64_t{1} << 62)});
    cases.push_back({op, Tensor(uint8_t{255}), Tensor(uint8_t{3})});
  }
  cases.push_back({"LogicalAnd", Tensor(true), Tensor(false)});
  cases.push_back({"LogicalOr", Tensor(true), Tensor(false)});
  return cases;
}

// z = op(x, y).
CompiledModel Compile(const char* op, const Tensor& x, const Tensor& y) {
  GraphBuilder b;
  const Value left = b.Placeholder("x", x.dtype(), x.shape());
  const Value right = b.Placeholder("y", y.dtype(), y.shape());
  b.Op("Identity", {b.Op(op, {left, right})}, "z");
  return *CompiledModel::Compile(*b.Build());
}

TEST(ScalarSteps, TakeTheLoopOnceTheOutputHasItsMemory) {
  CompiledModel model = Compile("ScalarStepsAdd", Tensor(1.0f), Tensor(1.0f));
  InferRequest request = model.CreateRequest();
  Watcher observer;
  RunOptions watched;
  watched.observer = &observer;
  const struct {
    const char* about;
    RunOptions options;
    int computes, loops_run;
  } runs[] = {
      {"the first makes the output", {}, 1, 0}, {"the second", {}, 1, 1}, {"the third", {}, 1, 2},
      {"a watched one", watched, 2, 2},         {"one more", {}, 2, 3},
  };
  for (const auto& run : runs) {
    ASSERT_TRUE(request.Run({{"x", Tensor(1.0f)}, {"y", Tensor(1.0f)}}, run.options).ok());
    EXPECT_EQ(computes, run.computes) << run.about;
    EXPECT_EQ(loops_run, run.loops_run) << run.about;
  }
}

TEST(ScalarSteps, GiveTheBitsThatTheKernelsGive) {
  for (const Case& c : Cases()) {
    SCOPED_TRACE(absl::StrCat(c.op, " of ", DataTypeString(c.x.dtype())));
    const CompiledModel model = Compile(c.op, c.x, c.y);
    InferRequest request = model.CreateRequest();
    const std::vector<NamedTensor> feeds = {{"x", c.x}, {"y", c.y}};
    Watcher observer;
    RunOptions watched;
    watched.observer = &observer;  // it is to see each kernel
    const Tensor by_kernel = (*request.Run(feeds, watched))["z"];
    for (int run = 0; run < 3; ++run) {
      const auto outputs = request.Run(feeds);
      ASSERT_TRUE(outputs.ok()) << outputs.status();
      EXPECT_TRUE((*outputs)["z"].Identical(by_kernel)) << run;
    }
  }
}

TEST(ScalarSteps, AnOutputThatIsKeptStaysAsItIs) {
  const CompiledModel model = Compile("AddV2", Tensor(1), Tensor(1));
  InferRequest request = model.CreateRequest();
  std::vector<Tensor> kept;
  for (int i = 0; i < 5; ++i)
    kept.push_back((*request.Run({{"x", Tensor(i)}, {"y", Tensor(10)}}))["z"]);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(kept[static_cast<size_t>(i)].scalar<int>()(), 10 + i);
}

TEST(ScalarSteps, ADivisionByZeroFailsInEveryRun) {
  GraphBuilder b;
  const Value x = b.Placeholder("x", DT_INT32, TensorShape());
  const Value y = b.Placeholder("y", DT_INT32, TensorShape());
  b.Op("Identity", {b.Op("Div", {x, y})}, "z");
  InferRequest request = CompiledModel::Compile(*b.Build())->CreateRequest();
  for (const int divisor : {2, 0, 3, 0}) {
    const auto outputs = request.Run({{"x", Tensor(6)}, {"y", Tensor(divisor)}});
    EXPECT_EQ(outputs.ok(), divisor != 0) << outputs.status();
  }
}

TEST(ScalarSteps, AValueThatIsNoScalarGoesToTheKernel) {
  GraphBuilder b;
  const Value x = b.Placeholder("x", DT_FLOAT, PartialTensorShape());
  const Value y = b.Placeholder("y", DT_FLOAT, TensorShape());
  b.Op("Identity", {b.Op("AddV2", {x, y})}, "z");
  InferRequest request = CompiledModel::Compile(*b.Build())->CreateRequest();
  const Tensor one(1.0f);
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ((*request.Run({{"x", one}, {"y", one}}))["z"].SummarizeValue(-1), "2");
    EXPECT_EQ((*request.Run({{"x", Tensor::Of({1.0f, 2.0f})}, {"y", one}}))["z"].SummarizeValue(-1),
              "2 3");
  }
}

}  // namespace
}  // namespace opgraft
