// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/infer_request.h"

#include <string>
#include <utility>
#include <vector>

#include "framework/graph/builder/graph_builder.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/runtime/compiled_model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/runtime/summator.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

REGISTER_OP("TestKeep")
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

}  // namespace
}  // namespace opgraft
