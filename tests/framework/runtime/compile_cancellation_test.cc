// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// CompileOptions::cancellation_manager.
#include <functional>
#include <string>

#include "framework/graph/builder/graph_builder.h"
#include "framework/kernel/cancellation.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

// Called where a kernel is made, and where it computes, with how often it was before.
std::function<void(int made)> on_make;
std::function<void(OpKernelContext*)> on_compute;
int made = 0;

REGISTER_OP("CompileCancellationStep")
    .Input("x: float")
    .Output("y: float")
    .SetShapeFn(shape_inference::UnchangedShape);

class StepOp : public OpKernel {
 public:
  explicit StepOp(OpKernelConstruction* c) : OpKernel(c) {
    if (on_make != nullptr) on_make(made);
    ++made;
  }
  void Compute(OpKernelContext* c) override {
    if (on_compute != nullptr) on_compute(c);
    c->set_output(0, c->input(0));
  }
};
REGISTER_KERNEL_BUILDER(Name("CompileCancellationStep").Device(DEVICE_CPU), StepOp);

class CompileCancellation : public testing::Test {
 protected:
  CompileCancellation() {
    options_.cancellation_manager = &manager_;
    made = 0;
  }
  ~CompileCancellation() override {
    on_make = nullptr;
    on_compute = nullptr;
  }

  static Graph ChainOf(int steps, bool of_constant = false) {
    GraphBuilder b;
    Value v = of_constant ? b.Const(Tensor::Of({1.0f})) : b.Placeholder("x", DT_FLOAT, {1});
    for (int i = 0; i < steps; ++i) v = b.Op("CompileCancellationStep", {v});
    return *b.Build();
  }

  CancellationManager manager_;
  CompileOptions options_;
};

TEST_F(CompileCancellation, EndsCompileSoon) {
  on_make = [&](int before) {
    if (before == 10) manager_.StartCancel();
  };
  const absl::Status status = CompiledModel::Compile(ChainOf(20'000), options_).status();
  EXPECT_EQ(status, absl::CancelledError("compiling was cancelled"));
  EXPECT_LT(made, 2'000);
}

TEST_F(CompileCancellation, EndsItBeforeItBegan) {
  manager_.StartCancel();
  EXPECT_EQ(CompiledModel::Compile(ChainOf(10), options_).status().code(),
            absl::StatusCode::kCancelled);
  EXPECT_EQ(made, 0);
}

TEST_F(CompileCancellation, IsToldToKernelsThatAreFolded) {
  bool is_told = false;
  on_compute = [&](OpKernelContext* c) {
    manager_.StartCancel();
    is_told = c->cancellation_manager() != nullptr && c->cancellation_manager()->IsCancelled();
    if (is_told) c->SetStatus(absl::CancelledError("it ends"));
  };
  const absl::Status status = CompiledModel::Compile(ChainOf(1, true), options_).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kCancelled) << status;
  EXPECT_TRUE(is_told);
}

TEST_F(CompileCancellation, IsForgottenByTheModel) {
  const auto model = CompiledModel::Compile(ChainOf(3), options_);
  ASSERT_TRUE(model.ok()) << model.status();
  manager_.StartCancel();
  InferRequest request = model->CreateRequest();
  EXPECT_TRUE(request.Run({{"x", Tensor::Of({1.0f})}}).ok());
}

}  // namespace
}  // namespace opgraft
