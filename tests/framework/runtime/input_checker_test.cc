// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/input_checker.h"

#include "framework/graph/builder/graph_builder.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

REGISTER_OP("MutIn").Attr("T: type").Input("a: T").Input("x: T").Output("y: T").SetShapeFn(
    [](auto* c) {
      c->set_output(0, c->input(1));
      return absl::OkStatus();
    });

// Changes its second input, then passes it on.
template <typename T>
class MutInOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    Tensor x = c->input(1);
    x.flat<T>()(0) += x.flat<T>()(1);
    c->set_output(0, x);
  }
};
REGISTER_KERNEL_BUILDER(Name("MutIn").Device(DEVICE_CPU).TypeConstraint<float>("T"),
                        MutInOp<float>);
REGISTER_KERNEL_BUILDER(Name("MutIn").Device(DEVICE_CPU).TypeConstraint<tstring>("T"),
                        MutInOp<tstring>);

absl::Status RunChecked(const GraphBuilder& b, const std::vector<NamedTensor>& feeds) {
  RunOptions options;
  options.check_inputs = true;
  InferRequest request = CompiledModel::Compile(*b.Build())->CreateRequest();
  return request.Run(feeds, options).status();
}

TEST(InputChecker, NamesTheKernelThatWritesIntoAnInput) {
  struct Case {
    const char* what;
    Tensor value;
  } cases[] = {
      {"numbers", Tensor::Of({1.0f, 2.0f})},
      {"strings", Tensor::Of<tstring>({"a", "b"})},
  };
  const absl::Status expected = absl::InternalError(
      "{{node y}} MutIn: the kernel changed its input 1 'x'; use forward_input_or_allocate_output "
      "or copy");
  for (const Case& c : cases) {
    GraphBuilder b;
    const Value fed = b.Placeholder("fed", c.value.dtype(), {2});
    b.Op("MutIn", {fed, b.Const(c.value)}, "y");
    EXPECT_EQ(RunChecked(b, {{"fed", c.value}}), expected) << c.what;
  }
}

TEST(InputChecker, FindsWritesIntoFeedsVariablesAndOutputsOfOtherNodes) {
  for (const char* source : {"feed", "variable", "output"}) {
    GraphBuilder b;
    const Value fed = b.Placeholder("fed", DT_FLOAT, {2});
    const Value read = b.ReadValue("v", b.Const({1.0f, 2.0f}));
    const Value sum = b.Op("AddV2", {fed, read});
    const Value written = source == std::string("feed")       ? fed
                          : source == std::string("variable") ? read
                                                              : sum;
    b.Op("MutIn", {fed, written}, "y");
    b.Assign("v", sum);
    const absl::Status status = RunChecked(b, {{"fed", Tensor::Of({1.0f, 2.0f})}});
    EXPECT_EQ(status.code(), absl::StatusCode::kInternal) << source << ": " << status;
  }
}

TEST(InputChecker, ARunWithoutItDoesNotLook) {
  GraphBuilder b;
  const Value fed = b.Placeholder("fed", DT_FLOAT, {2});
  b.Op("MutIn", {fed, b.Op("Neg", {fed})}, "y");
  InferRequest request = CompiledModel::Compile(*b.Build())->CreateRequest();
  EXPECT_TRUE(request.Run({{"fed", Tensor::Of({1.0f, 2.0f})}}).ok());
}

// Kernels that may compute in place do not do so while they are looked at; the outputs are the
// same.
TEST(InputChecker, WhatIsRightStaysRight) {
  GraphBuilder b;
  const Value x = b.Placeholder("x", DT_FLOAT, {2, 2});
  const Value two = b.Op("AddV2", {x, x});
  const Value flat = b.Op("Reshape", {b.Op("Neg", {two}), b.Const({4})});
  b.Op("Mul", {b.Op("Relu", {b.Op("Neg", {flat})}), flat}, "y");
  const CompiledModel model = *CompiledModel::Compile(*b.Build());
  const Tensor fed = Tensor::Of({1.0f, -2.0f, 3.0f, -4.0f}, {2, 2});
  for (int round = 0; round < 3; ++round) {
    RunOptions options;
    options.check_inputs = round != 1;
    InferRequest request = model.CreateRequest();
    for (int run = 0; run < 3; ++run) {
      const auto outputs = request.Run({{"x", fed}}, options);
      ASSERT_TRUE(outputs.ok()) << outputs.status();
      EXPECT_TRUE((*outputs)["y"].Identical(Tensor::Of({-4.0f, 0.0f, -36.0f, 0.0f})))
          << (*outputs)["y"];
    }
  }
}

// Tells how often it was called.
class Counter : public StepObserver {
 public:
  void BeforeKernel(const Program&, size_t, const OpKernelContext&) override { ++calls; }
  absl::Status AfterKernel(const Program&, size_t, const OpKernelContext&) override {
    ++calls;
    return absl::OkStatus();
  }
  int calls = 0;
};

TEST(InputChecker, LeavesTheObserverOfTheCallerItsTurn) {
  GraphBuilder b;
  b.Op("Neg", {b.Placeholder("x", DT_FLOAT, {1})}, "y");
  Counter counter;
  RunOptions options;
  options.check_inputs = true;
  options.observer = &counter;
  InferRequest request = CompiledModel::Compile(*b.Build())->CreateRequest();
  ASSERT_TRUE(request.Run({{"x", Tensor::Of({1.0f})}}, options).ok());
  EXPECT_EQ(counter.calls, 2);
}

}  // namespace
}  // namespace opgraft
