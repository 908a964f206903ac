// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/infer_request.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/runtime/compiled_model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

// --- Ops that tests look through ---

REGISTER_OP("TestKeep")
    .Input("x: float")
    .Output("y: float")
    .SetShapeFn(shape_inference::UnchangedShape);
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

// Copies of what every call was given.
std::vector<Tensor>* Kept() {
  static auto* const kept = new std::vector<Tensor>();
  return kept;
}

class KeepOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    Kept()->push_back(c->input(0));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, c->input(0).shape(), &out));
    out->flat<float>() = c->input(0).flat<float>() + 1.0f;
    Kept()->push_back(*out);
  }
};
REGISTER_KERNEL_BUILDER(Name("TestKeep").Device(DEVICE_CPU), KeepOp);

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

// --- Helpers ---

CompiledModel Compile(const GraphBuilder& b, const CompileOptions& options = {}) {
  absl::StatusOr<Graph> graph = b.Build();
  EXPECT_TRUE(graph.ok()) << graph.status();
  absl::StatusOr<CompiledModel> model = CompiledModel::Compile(*graph, options);
  EXPECT_TRUE(model.ok()) << model.status();
  return *std::move(model);
}

// The summator of the seed; `sum` starts at [0].
GraphBuilder Summator() {
  GraphBuilder b;
  auto x = b.Placeholder("x", DT_FLOAT, {1});
  auto old = b.ReadValue("sum", b.Const({0.0f}));
  auto next = b.Op("AddV2", {old, x});
  b.Op("AddV2", {old, next}, "out");
  b.Assign("sum", next);
  return b;
}

float First(const Tensor& tensor) { return tensor.flat<float>()(0); }

// --- By name ---

TEST(InferRequest, TheSummatorOfTheSeed) {
  InferRequest request = Compile(Summator()).CreateRequest();
  const float out[] = {1, 4, 9, 4, 13, 24};
  const float sum[] = {1, 3, 6, 4, 9, 15};
  for (int i = 0; i < 6; ++i) {
    if (i == 3) {
      ASSERT_TRUE(request.reset_state().ok());
    }
    auto outputs = request.Run({{"x", Tensor::Of({static_cast<float>(i + 1)})}});
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_EQ(First((*outputs)["out"]), out[i]);
    EXPECT_EQ(First((*outputs)["out:0"]), out[i]);
    EXPECT_EQ(First(request.query_state()[0].get()), sum[i]);
  }
}

TEST(InferRequest, WrongFeedsAreRefusedAndNothingChanges) {
  InferRequest request = Compile(Summator()).CreateRequest();
  ASSERT_TRUE(request.Run({{"x", Tensor::Of({5.0f})}}).ok());
  struct Case {
    const char* name;
    std::vector<NamedTensor> feeds;
    absl::StatusCode code;
    const char* text;
  } cases[] = {
      {"missing", {}, absl::StatusCode::kInvalidArgument, "feed 'x' is missing"},
      {"type",
       {{"x", Tensor::Of({1})}},
       absl::StatusCode::kInvalidArgument,
       "feed 'x' is int32, it must be float"},
      {"shape",
       {{"x", Tensor::Of({1.0f, 2.0f})}},
       absl::StatusCode::kInvalidArgument,
       "feed 'x' has shape [2], it must fit [1]"},
      {"name",
       {{"X", Tensor::Of({1.0f})}},
       absl::StatusCode::kNotFound,
       "does not feed 'X'; nearest: 'x'"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const absl::Status status = request.Run(c.feeds).status();
    EXPECT_EQ(status.code(), c.code);
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.text));
    EXPECT_EQ(First(request.query_state()[0].get()), 5);
  }
}

TEST(InferRequest, OneThatWasMovedFromSaysSo) {
  InferRequest request = Compile(Summator()).CreateRequest();
  InferRequest moved = std::move(request);
  InferRequest assigned = Compile(Summator()).CreateRequest();
  assigned = std::move(moved);
  ASSERT_TRUE(assigned.Run({{"x", Tensor::Of({5.0f})}}).ok());
  for (InferRequest* gone : {&request, &moved}) {  // NOLINT(bugprone-use-after-move)
    const absl::Status statuses[] = {
        gone->Run({{"x", Tensor::Of({5.0f})}}).status(),
        gone->RunInOrder({}).status(),
        gone->Run(),
        gone->SelectSignature(""),
        gone->set_input(0, Tensor::Of({5.0f})),
        gone->state("sum").status(),
        gone->reset_state(),
        gone->SaveState("/no/such/file"),
        gone->SerializeState().status(),
        gone->ParseState(""),
        gone->Fork().status(),
        gone->Trim(),
    };
    for (const absl::Status& status : statuses) {
      EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
      EXPECT_THAT(std::string(status.message()), HasSubstr("was moved from"));
    }
    gone->Cancel();
    gone->FailAllocationAt(0);
    EXPECT_TRUE(gone->query_state().empty());
    EXPECT_EQ(gone->memory_used() + gone->steps_run(), 0);
    EXPECT_FALSE(gone->input(0).IsInitialized());
    EXPECT_FALSE(gone->output(0).IsInitialized());
  }
  request = std::move(assigned);
  EXPECT_EQ(First(request.query_state()[0].get()), 5);
  EXPECT_TRUE(request.Run({{"x", Tensor::Of({1.0f})}}).ok());
}

TEST(InferRequest, ModelsAndGraphsThatWereMovedFromStayGood) {
  Graph graph = *Summator().Build();
  const Graph other_graph = std::move(graph);
  CompiledModel model = *CompiledModel::Compile(graph);  // NOLINT(bugprone-use-after-move)
  const CompiledModel other_model = std::move(model);
  InferRequest request = model.CreateRequest();  // NOLINT(bugprone-use-after-move)
  EXPECT_TRUE(request.Run({{"x", Tensor::Of({5.0f})}}).ok());
}

TEST(InferRequestDeathTest, AnOutputThatIsNotThereEndsWithALine) {
  InferRequest request = Compile(Summator()).CreateRequest();
  const auto outputs = request.Run({{"x", Tensor::Of({5.0f})}});
  ASSERT_TRUE(outputs.ok());
  for (const Tensor* none : {&(*outputs)["otu"], &(*outputs)[7], &request.output(7)}) {
    EXPECT_FALSE(none->IsInitialized());
    EXPECT_DEATH(none->flat<float>(), "has no memory: is it what a wrong name, index or");
  }
  EXPECT_DEATH(request.input(7).flat<float>(), "has no memory");
}

TEST(InferRequest, ASignatureOfAnyTensorsSharesTheVariables) {
  CompileOptions options;
  options.signatures.resize(2);
  options.signatures[0].feeds = {"x"};
  options.signatures[0].fetches = {"out"};
  options.signatures[1].name = "from the middle";
  options.signatures[1].feeds = {"AddV2"};
  options.signatures[1].fetches = {"out:0", "ReadValue"};
  InferRequest request = Compile(Summator(), options).CreateRequest();
  ASSERT_TRUE(request.Run({{"x", Tensor::Of({2.0f})}}).ok());
  auto outputs =
      request.Run("from the middle", std::vector<NamedTensor>{{"AddV2", Tensor::Of({40.0f})}});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_EQ(First((*outputs)[0]), 42);
  EXPECT_EQ(First((*outputs)[1]), 2);
  EXPECT_EQ(First(request.query_state()[0].get()), 40);
}

TEST(InferRequest, AMissingSignatureOrTensorNamesTheNearest) {
  absl::StatusOr<Graph> graph = Summator().Build();
  ASSERT_TRUE(graph.ok());
  CompileOptions options;
  options.signatures.resize(1);
  options.signatures[0].name = "sums";
  options.signatures[0].fetches = {"outt"};
  const absl::Status status = CompiledModel::Compile(*graph, options).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), HasSubstr("'outt'"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("in signature 'sums'"));
}

TEST(InferRequest, EveryWrongNameOfEverySignatureIsTold) {
  const absl::StatusOr<Graph> graph = Summator().Build();
  ASSERT_TRUE(graph.ok());
  CompileOptions options;
  options.signatures.resize(3);
  options.signatures[0].feeds = {"xx"};
  options.signatures[0].fetches = {"outt", "out"};
  options.signatures[0].targets = {"nod"};
  options.signatures[1].name = options.signatures[2].name = "b";
  options.signatures[1].feeds = {"x", "x"};
  const absl::Status status = CompiledModel::Compile(*graph, options).status();
  const std::string message(status.message());
  for (const char* line : {"'xx'", "'outt'", "'nod'", "'x' is fed twice; in signature 'b'",
                           "two signatures have the name 'b'"})
    EXPECT_THAT(message, HasSubstr(line));
  EXPECT_EQ(std::count(message.begin(), message.end(), '\n'), 4) << message;
}

// --- Prepared ---

TEST(InferRequest, ThePreparedFormRunsWithoutLookUp) {
  InferRequest request = Compile(Summator()).CreateRequest();
  Tensor& x = request.input(0);
  for (int i = 1; i <= 3; ++i) {
    x.flat<float>()(0) = static_cast<float>(i);
    ASSERT_TRUE(request.Run().ok());
  }
  EXPECT_EQ(First(request.output(0)), 9);
}

TEST(InferRequest, APreparedRunWithAWrongInputFeedsNothingToTheNextRun) {
  GraphBuilder b;
  b.Op("AddV2", {b.Placeholder("x", DT_FLOAT, {1}), b.Placeholder("y", DT_FLOAT, {1})}, "out");
  InferRequest request = Compile(b).CreateRequest();
  request.input(0).flat<float>()(0) = 1;
  request.input(1) = Tensor::Of({1});
  EXPECT_EQ(request.Run().code(), absl::StatusCode::kInvalidArgument);
  const absl::Status status = request.Run({{"y", Tensor::Of({1.0f})}}).status();
  EXPECT_THAT(std::string(status.message()), HasSubstr("feed 'x' is missing"));
}

TEST(InferRequest, FeedsAreFoundInWhateverOrderTheyCome) {
  GraphBuilder b;
  b.Op("Sub", {b.Placeholder("x", DT_FLOAT, {1}), b.Placeholder("y", DT_FLOAT, {1})}, "out");
  InferRequest request = Compile(b).CreateRequest();
  const NamedTensor x = {"x", Tensor::Of({5.0f})};
  const NamedTensor y = {"y:0", Tensor::Of({3.0f})};
  const std::vector<std::vector<NamedTensor>> orders = {{x, y}, {y, x}, {y, x}, {x, y}};
  for (const std::vector<NamedTensor>& feeds : orders) {
    const auto outputs = request.Run(feeds);
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_EQ(First((*outputs)["out"]), 2);
  }
  EXPECT_EQ(request.Run({y, y}).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(request.Run({x, y, x}).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(InferRequest, WhatTheCallerCopiedStaysAsItWas) {
  GraphBuilder b;
  auto x = b.Placeholder("x", DT_FLOAT, {1});
  b.Op("TestKeep", {x}, "y");
  b.Op("Identity", {x}, "same");
  InferRequest request = Compile(b).CreateRequest();
  Kept()->clear();
  std::vector<Tensor> outputs;
  Tensor& input = request.input(0);
  for (int i = 0; i < 4; ++i) {
    input.flat<float>()(0) = static_cast<float>(10 * i);
    ASSERT_TRUE(request.Run().ok());
    outputs.push_back(request.output(0));
    outputs.push_back(request.output(1));
  }
  ASSERT_EQ(Kept()->size(), 8);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(First((*Kept())[2 * i]), 10 * i) << "input kept by the kernel";
    EXPECT_EQ(First((*Kept())[2 * i + 1]), 10 * i + 1) << "output kept by the kernel";
    EXPECT_EQ(First(outputs[2 * i]), 10 * i + 1);
    EXPECT_EQ(First(outputs[2 * i + 1]), 10 * i) << "an input passed on";
  }
  Kept()->clear();
}

TEST(InferRequest, AViewIsNotWrittenOverWhileWhatItViewsIsNeeded) {
  GraphBuilder b;
  auto a = b.Placeholder("a", DT_FLOAT, {4});
  auto x = b.Op("Mul", {a, a}, "x");
  auto view = b.Op("Reshape", {x, b.Const({2, 2})}, "view");
  auto negative = b.Op("Neg", {view}, "negative");  // the last use of the view, but not of x
  b.AddControlInput(b.Op("AddV2", {x, a}, "sum"), negative);
  InferRequest request = Compile(b).CreateRequest();
  const auto outputs = request.Run({{"a", Tensor::Of({1.0f, 2.0f, 3.0f, 4.0f})}});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_TRUE((*outputs)["sum"].Identical(Tensor::Of({2.0f, 6.0f, 12.0f, 20.0f})))
      << (*outputs)["sum"];
  EXPECT_TRUE((*outputs)["negative"].Identical(Tensor::Of({-1.0f, -4.0f, -9.0f, -16.0f}, {2, 2})));
}

TEST(InferRequest, AStateThatWasReadStaysAsItWas) {
  InferRequest request = Compile(Summator()).CreateRequest();
  std::vector<Tensor> states;
  for (int i = 1; i <= 4; ++i) {
    ASSERT_TRUE(request.Run({{"x", Tensor::Of({1.0f})}}).ok());
    states.push_back(request.query_state()[0].get());
  }
  for (int i = 0; i < 4; ++i) EXPECT_EQ(First(states[i]), i + 1);
}

TEST(InferRequest, SetInputTakesAnotherShape) {
  GraphBuilder b;
  b.Op("Neg", {b.Placeholder("x", DT_FLOAT, PartialTensorShape({-1}))}, "y");
  InferRequest request = Compile(b).CreateRequest();
  for (int n : {1, 5, 2}) {
    Tensor x(DT_FLOAT, TensorShape({n}));
    x.flat<float>().setConstant(static_cast<float>(n));
    ASSERT_TRUE(request.set_input(0, x).ok());
    ASSERT_TRUE(request.Run().ok());
    EXPECT_EQ(request.output(0).shape(), TensorShape({n}));
    EXPECT_EQ(First(request.output(0)), -n);
  }
  EXPECT_EQ(request.set_input(0, Tensor::Of({1})).code(), absl::StatusCode::kInvalidArgument);
}

// --- State ---

TEST(InferRequest, AFedValueThatIsAssignedIsCopied) {
  GraphBuilder b;
  auto x = b.Placeholder("x", DT_FLOAT, {1});
  b.Op("Neg", {b.ReadValue("last", b.Const({0.0f}))}, "y");
  b.Assign("last", x);
  InferRequest request = Compile(b).CreateRequest();
  Tensor& input = request.input(0);
  input.flat<float>()(0) = 3;
  ASSERT_TRUE(request.Run().ok());
  input.flat<float>()(0) = 99;
  EXPECT_EQ(First(request.query_state()[0].get()), 3);
}

TEST(InferRequest, AStateMayBeOfAnyType) {
  for (int number = DT_FLOAT; number <= DT_U1; ++number) {
    const auto dtype = static_cast<DataType>(number);
    if (DataTypeString(dtype).find("unknown") != std::string::npos) continue;
    SCOPED_TRACE(DataTypeString(dtype));
    GraphBuilder b;
    const Value old = b.ReadValue("v", dtype, {2});
    b.Op("Identity", {old}, "old");
    b.Assign("v", b.Placeholder("x", dtype, {2}));
    const CompiledModel model = Compile(b);
    InferRequest request = model.CreateRequest();
    Tensor value(dtype, {2});
    if (dtype == DT_STRING) {
      value.flat<tstring>()(1) = "text";
    } else if (DataTypeCanUseMemcpy(dtype)) {
      // One is a value of every type, whatever it means there.
      for (size_t i = 0; i < value.tensor_data().size(); ++i)
        static_cast<char*>(value.data())[i] = i == 0;
    }
    const Tensor zero = request.query_state()[0].get();
    EXPECT_EQ(zero.dtype(), dtype);
    auto outputs = request.Run({{"x", value}});
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_TRUE((*outputs)["old"].Identical(zero));
    EXPECT_TRUE(request.query_state()[0].get().Identical(value));
    if (dtype != DT_RESOURCE && dtype != DT_VARIANT) {
      absl::StatusOr<std::string> bytes = request.SerializeState();
      ASSERT_TRUE(bytes.ok()) << bytes.status();
      InferRequest other = model.CreateRequest();
      ASSERT_TRUE(other.ParseState(*bytes).ok());
      EXPECT_TRUE(other.query_state()[0].get().Identical(value));
    }
    ASSERT_TRUE(request.query_state()[0].reset().ok());
    EXPECT_FALSE(request.query_state()[0].is_set());
    EXPECT_TRUE(request.query_state()[0].get().Identical(zero));
    ASSERT_TRUE(request.query_state()[0].set(value).ok());
    EXPECT_TRUE(request.query_state()[0].get().Identical(value));
  }
}

TEST(InferRequest, ForksGoTheirOwnWays) {
  InferRequest request = Compile(Summator()).CreateRequest();
  ASSERT_TRUE(request.Run({{"x", Tensor::Of({1.0f})}}).ok());
  absl::StatusOr<InferRequest> fork = request.Fork();
  ASSERT_TRUE(fork.ok());
  ASSERT_TRUE(request.Run({{"x", Tensor::Of({10.0f})}}).ok());
  ASSERT_TRUE(fork->Run({{"x", Tensor::Of({100.0f})}}).ok());
  EXPECT_EQ(First(request.query_state()[0].get()), 11);
  EXPECT_EQ(First(fork->query_state()[0].get()), 101);
}

TEST(InferRequest, AFeedGivenTwiceIsRefused) {
  GraphBuilder b;
  b.Op("AddV2", {b.Placeholder("x", DT_FLOAT, {1}), b.Placeholder("y", DT_FLOAT, {1})}, "z");
  InferRequest request = Compile(b).CreateRequest();
  const auto run = [&request](std::initializer_list<const char*> names) {
    std::vector<NamedTensor> feeds;
    for (const char* name : names)
      feeds.emplace_back(name, Tensor::Of({name[0] == 'x' ? 1.0f : 10.0f}));
    return request.Run(feeds).status();
  };
  // In any order, whatever the run before was given.
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(run({"x", "y"}), absl::OkStatus());
    EXPECT_EQ(run({"x", "x"}), absl::InvalidArgumentError("'x' is fed twice"));
    EXPECT_EQ(run({"y", "x"}), absl::OkStatus());
    EXPECT_EQ(run({"y", "y:0"}), absl::InvalidArgumentError("'y:0' is fed twice"));
    EXPECT_EQ(run({"x", "y", "x"}), absl::InvalidArgumentError("'x' is fed twice"));
    EXPECT_EQ(run({"x:0", "x"}), absl::InvalidArgumentError("'x' is fed twice"));
    EXPECT_THAT(std::string(run({"x"}).message()), HasSubstr("feed 'y' is missing"));
  }
}

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
