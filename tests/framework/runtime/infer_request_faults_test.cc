// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Requests when something goes wrong or comes in between: damaged state files, a second run of the
// same request, Cancel and deadlines, other threads, kernels that are wrong, too little memory.

#include <atomic>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/runtime/compiled_model.h"
#include "framework/runtime/infer_request.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/runtime/summator.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

REGISTER_OP("TestReenter")
    .Input("x: float")
    .Output("y: float")
    .SetIsStateful()
    .SetShapeFn(shape_inference::UnchangedShape);
REGISTER_OP("TestShapeLie")
    .Input("x: float")
    .Output("y: float")
    .SetShapeFn(shape_inference::UnchangedShape);
REGISTER_OP("TestThrow")
    .Input("x: float")
    .Output("y: float")
    .SetShapeFn(shape_inference::UnchangedShape);

std::function<void()>* Hook() {
  static auto* const hook = new std::function<void()>();
  return hook;
}

class ReenterOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    if (*Hook()) (*Hook())();
    c->set_output(0, c->input(0));
  }
};
REGISTER_KERNEL_BUILDER(Name("TestReenter").Device(DEVICE_CPU), ReenterOp);

class ShapeLieOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    Tensor* out = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, {7}, &out));
    out->flat<float>().setZero();
  }
};
REGISTER_KERNEL_BUILDER(Name("TestShapeLie").Device(DEVICE_CPU), ShapeLieOp);

class ThrowOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext*) override { throw std::runtime_error("it hurts"); }
};
REGISTER_KERNEL_BUILDER(Name("TestThrow").Device(DEVICE_CPU), ThrowOp);

TEST(InferRequest, ADamagedStateFileChangesNothing) {
  InferRequest request = Compile(Summator()).CreateRequest();
  ASSERT_TRUE(request.Run({{"x", Tensor::Of({7.0f})}}).ok());
  absl::StatusOr<std::string> bytes = request.SerializeState();
  ASSERT_TRUE(bytes.ok());
  for (size_t cut = 0; cut < bytes->size(); ++cut) {
    EXPECT_FALSE(request.ParseState(bytes->substr(0, cut)).ok()) << cut;
    EXPECT_EQ(First(request.query_state()[0].get()), 7);
  }
  EXPECT_EQ(request.LoadState("/no/such/file").code(), absl::StatusCode::kNotFound);
}

TEST(InferRequest, ReentryAndASecondThreadAreRefused) {
  GraphBuilder b;
  b.Op("TestReenter", {b.Placeholder("x", DT_FLOAT, {1})}, "y");
  InferRequest request = Compile(b).CreateRequest();
  std::vector<absl::StatusCode> codes;
  *Hook() = [&] {
    codes.push_back(request.Run().code());
    codes.push_back(request.reset_state().code());
    std::thread([&] { codes.push_back(request.Run().code()); }).join();
  };
  EXPECT_TRUE(request.Run({{"x", Tensor::Of({1.0f})}}).ok());
  *Hook() = nullptr;
  EXPECT_EQ(codes, std::vector<absl::StatusCode>(3, absl::StatusCode::kFailedPrecondition));
}

TEST(InferRequest, CancelEndsTheRunAndOnlyThatOne) {
  GraphBuilder b;
  auto x = b.Placeholder("x", DT_FLOAT, {1});
  b.Op("Neg", {b.Op("TestReenter", {x})}, "y");
  auto n = b.Op("AddV2", {b.ReadValue("n", b.Const({0.0f})), b.Const({1.0f})});
  b.Assign("n", n);
  InferRequest request = Compile(b).CreateRequest();
  *Hook() = [&] { std::thread([&] { request.Cancel(); }).join(); };
  EXPECT_EQ(request.Run({{"x", Tensor::Of({1.0f})}}).status().code(), absl::StatusCode::kCancelled);
  *Hook() = nullptr;
  EXPECT_FALSE(request.query_state()[0].is_set());
  EXPECT_TRUE(request.Run({{"x", Tensor::Of({1.0f})}}).ok());
}

TEST(InferRequest, APastDeadlineEndsTheRunBeforeItsFirstStep) {
  InferRequest request = Compile(Summator()).CreateRequest();
  RunOptions options;
  options.deadline = absl::InfinitePast();
  EXPECT_EQ(request.Run({{"x", Tensor::Of({1.0f})}}, options).status().code(),
            absl::StatusCode::kDeadlineExceeded);
  EXPECT_FALSE(request.query_state()[0].is_set());
}

TEST(InferRequest, ADeadlineEndsTheRunBeforeTheNextStep) {
  GraphBuilder b;
  Value y = b.Placeholder("x", DT_FLOAT, {1});
  for (int i = 0; i < 10; ++i) y = b.Op("TestReenter", {y});
  InferRequest request = Compile(b).CreateRequest();
  int kernels = 0;
  *Hook() = [&] {
    ++kernels;
    absl::SleepFor(absl::Milliseconds(60));
  };
  RunOptions options;
  options.deadline = absl::Now() + absl::Milliseconds(10);
  const absl::Status status = request.Run({{"x", Tensor::Of({1.0f})}}, options).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kDeadlineExceeded) << status;
  EXPECT_EQ(kernels, 1);
  *Hook() = nullptr;
  EXPECT_TRUE(request.Run({{"x", Tensor::Of({1.0f})}}).ok()) << "it ends that run only";
}

TEST(InferRequest, ADeadlineHoldsForTheLastStep) {
  GraphBuilder b;
  b.Op("TestReenter", {b.Placeholder("x", DT_FLOAT, {1})});
  InferRequest request = Compile(b).CreateRequest();
  *Hook() = [] { absl::SleepFor(absl::Milliseconds(60)); };
  RunOptions options;
  options.deadline = absl::Now() + absl::Milliseconds(10);
  const absl::Status status = request.Run({{"x", Tensor::Of({1.0f})}}, options).status();
  *Hook() = nullptr;
  EXPECT_EQ(status.code(), absl::StatusCode::kDeadlineExceeded) << status;
}

TEST(InferRequest, ManyRequestsOfOneModelOnManyThreads) {
  const CompiledModel model = Compile(Summator());
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&model, &wrong, t] {
      InferRequest a = model.CreateRequest();
      InferRequest b = model.CreateRequest();
      float sum = 0;
      for (int i = 0; i < 500; ++i) {
        const float x = static_cast<float>(t + i % 3);
        sum += x;
        if (!a.Run({{"x", Tensor::Of({x})}}).ok() || !b.Run({{"x", Tensor::Of({-x})}}).ok())
          ++wrong;
        if (First(a.query_state()[0].get()) != sum || First(b.query_state()[0].get()) != -sum)
          ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

// --- A kernel's faults ---

TEST(InferRequest, AKernelThatThrowsFailsTheRun) {
  GraphBuilder b;
  b.Op("TestThrow", {b.Placeholder("x", DT_FLOAT, {1})}, "y");
  InferRequest request = Compile(b).CreateRequest();
  const absl::Status status = request.Run({{"x", Tensor::Of({1.0f})}}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(status.message()), HasSubstr("{{node y}}"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("it hurts"));
}

TEST(InferRequest, AKernelThatBreaksItsShapeFunctionsPromiseFailsTheRun) {
  GraphBuilder b;
  b.Op("TestShapeLie", {b.Placeholder("x", DT_FLOAT, {2, 3})}, "y");
  InferRequest request = Compile(b).CreateRequest();
  for (int run = 0; run < 2;
       ++run) {  // the second does not take the shape for one that was looked at
    const absl::Status status = request.Run({{"x", Tensor(DT_FLOAT, {2, 3})}}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
    EXPECT_THAT(std::string(status.message()), HasSubstr("[7]"));
    EXPECT_THAT(std::string(status.message()), HasSubstr("its shape function promised [2,3]"));
  }
}

TEST(InferRequest, AViewThatIsUsedUpLeavesWhatItViewedAsItWas) {
  GraphBuilder b;
  const Value a = b.Op("Neg", {b.Placeholder("x", DT_FLOAT, {2, 2})}, "a");
  const Value view = b.Op("Reshape", {a, b.Const({4})}, "view");
  const Value sum = b.Op("AddV2", {view, b.Const({10.0f, 20.0f, 30.0f, 40.0f})},
                         "sum");  // may write over its input
  b.Op("AddV2", {a, b.Op("Reshape", {sum, b.Const({2, 2})})}, "out");
  InferRequest request = Compile(b).CreateRequest();
  for (int run = 0; run < 3; ++run) {
    const auto outputs = request.Run({{"x", Tensor::Of({1.0f, 2.0f, 3.0f, 4.0f}, {2, 2})}});
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_TRUE((*outputs)["out"].Identical(Tensor::Of({8.0f, 16.0f, 24.0f, 32.0f}, {2, 2})))
        << (*outputs)["out"].DebugString(4);
  }
}

TEST(InferRequest, TrimGivesTheMemoryOfPastRunsBack) {
  GraphBuilder b;
  const Value x = b.Placeholder("x", DT_FLOAT, PartialTensorShape::UnknownOfRank(1));
  const Value old = b.ReadValue("sum", x);
  const Value next = b.Op("AddV2", {old, x});
  b.Op("Mul", {b.Op("Neg", {next}), x}, "y");
  b.Op("StringJoin", {b.Op("Fill", {b.Const({100}), b.Const(Tensor(std::string(1000, 's')))})},
       "text");
  b.Assign("sum", next);
  const CompiledModel model = Compile(b);
  InferRequest request = model.CreateRequest();
  EXPECT_EQ(request.memory_used(), 0);
  ASSERT_TRUE(request.Run({{"x", *Tensor::Create(DT_FLOAT, {1})}}).ok());
  const Tensor large = *Tensor::Create(DT_FLOAT, {100'000});
  Tensor kept;
  for (int run = 0; run < 3; ++run) {
    request.reset_state().IgnoreError();
    const auto outputs = request.Run({{"x", large}});
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    kept = (*outputs)["y"];  // so that regions retire buffers
  }
  request.input(0);
  EXPECT_GT(request.memory_used(), 2 * 400'000 + 200'000);
  ASSERT_TRUE(request.Trim().ok());
  EXPECT_EQ(request.memory_used(), 2 * 400'000) << "the state and the output that is kept";
  kept = Tensor();
  EXPECT_EQ(request.memory_used(), 400'000) << "the state stays";
  EXPECT_EQ(request.state("sum")->get().NumElements(), 100'000);
  ASSERT_TRUE(request.reset_state().ok());
  ASSERT_TRUE(request.Trim().ok());
  EXPECT_EQ(request.memory_used(), 0);
  EXPECT_TRUE(request.Run({{"x", large}}).ok()) << "it is of use afterwards";
}

TEST(InferRequest, TrimGivesTheFramesOfCalledFunctionsBack) {
  GraphBuilder b;
  const auto branch = [] {
    GraphBuilder body;
    const Value a = body.Arg("a", DT_FLOAT);
    body.Return("r", body.Op("Neg", {body.Op("Neg", {a})}));
    return body;
  };
  const Value x = b.Placeholder("x", DT_FLOAT, {1000});
  const Value cond = b.Placeholder("cond", DT_BOOL, {});
  b.Op("Identity", {b.If(cond, branch(), branch(), {{x, "a", "a"}}, {{"r", "r"}})}, "y");
  CompileOptions options;
  options.limits.max_inlined_in_all = 0;
  InferRequest request = Compile(b, options).CreateRequest();
  ASSERT_TRUE(request.Run({{"x", *Tensor::Create(DT_FLOAT, {1000})}, {"cond", Tensor(true)}}).ok());
  EXPECT_GT(request.memory_used(), 4000);
  ASSERT_TRUE(request.Trim().ok());
  EXPECT_EQ(request.memory_used(), 0);
}

TEST(InferRequest, ALimitOnBytesFailsTheRunAndNotTheProcess) {
  GraphBuilder b;
  auto dims = b.Placeholder("dims", DT_INT32, {2});
  b.Op("Fill", {dims, b.Const(Tensor(1.0f))}, "y");
  CompileOptions options;
  options.limits.max_tensor_bytes = 1 << 20;
  InferRequest request = Compile(b, options).CreateRequest();
  const absl::Status status = request.Run({{"dims", Tensor::Of({1 << 10, 1 << 10})}}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
  EXPECT_TRUE(request.Run({{"dims", Tensor::Of({10, 10})}}).ok());
}

}  // namespace
}  // namespace opgraft
