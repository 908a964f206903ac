// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Injects a failure at every step of random stateful graphs and compares all states byte for byte.

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

// A step that does what the test says, when its number comes up: every node of the graphs below is
// one of these.
REGISTER_OP("TestStep")
    .Input("a: float")
    .Input("b: float")
    .Output("y: float")
    .SetShapeFn([](shape_inference::InferenceContext* c) {
      c->set_output(0, c->input(0));
      return absl::OkStatus();
    });

struct Injection {
  int steps = 0;  // that ran
  int at = -1;    // the one to act in
  std::function<absl::Status()> act;
};
Injection* Current() {
  static auto* const injection = new Injection();
  return injection;
}

class StepOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    Injection* injection = Current();
    if (injection->steps++ == injection->at) OP_REQUIRES_OK(c, injection->act());
    Tensor* out = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, c->input(0).shape(), &out));
    out->flat<float>() = c->input(0).flat<float>() * 0.5f + c->input(1).flat<float>();
  }
};
REGISTER_KERNEL_BUILDER(Name("TestStep").Device(DEVICE_CPU), StepOp);

constexpr int kVariables = 4;

// Steps over random earlier values; variables are assigned somewhere, some inside both branches of
// an If.
Graph RandomGraph(std::mt19937* random) {
  GraphBuilder b;
  auto pick = [random](const std::vector<Value>& from) { return from[(*random)() % from.size()]; };
  std::vector<Value> values = {b.Placeholder("x", DT_FLOAT, {3})};
  for (int v = 0; v < kVariables - 1; ++v) {
    values.push_back(
        b.ReadValue(absl::StrCat("v", v), b.Const({1.0f * static_cast<float>(v), 2.0f, 3.0f})));
  }
  for (int i = 0; i < 12; ++i) values.push_back(b.Op("TestStep", {pick(values), pick(values)}));
  for (int v = 0; v < kVariables - 1; ++v) b.Assign(absl::StrCat("v", v), pick(values));
  auto branch = [](bool twice) {
    GraphBuilder body;
    auto x = body.Arg("x", DT_FLOAT);
    auto old = body.ReadValue("inner", DT_FLOAT, {3});
    auto next = body.Op("TestStep", {x, old});
    if (twice) next = body.Op("TestStep", {next, x});
    body.Assign("inner", next);
    body.Return("y", next);
    return body;
  };
  auto cond = b.Placeholder("cond", DT_BOOL, {});
  values.push_back(
      b.If(cond, branch(false), branch(true), {{pick(values), "x", "x"}}, {{"y", "y"}}));
  for (int i = 0; i < 4; ++i) values.push_back(b.Op("TestStep", {pick(values), pick(values)}));
  b.Op("Identity", {values.back()}, "y");
  absl::StatusOr<Graph> graph = b.Build();
  EXPECT_TRUE(graph.ok()) << graph.status();
  return *graph;
}

std::vector<Tensor> States(InferRequest* request) {
  std::vector<Tensor> states;
  for (const VariableState& state : request->query_state()) states.push_back(state.get());
  return states;
}

std::vector<bool> AreSet(InferRequest* request) {
  std::vector<bool> set;
  for (const VariableState& state : request->query_state()) set.push_back(state.is_set());
  return set;
}

absl::Status RunOnce(InferRequest* request, bool cond) {
  Current()->steps = 0;
  return request->Run({{"x", Tensor::Of({0.5f, -1.0f, 2.0f})}, {"cond", Tensor(cond)}}).status();
}

// Runs with `act` injected at each step in turn; states must stay as they are each time, and a
// clean run be right afterwards.
void FailEverywhere(const Graph& graph, const std::function<absl::Status(InferRequest*)>& act,
                    absl::StatusCode code) {
  absl::StatusOr<CompiledModel> model = CompiledModel::Compile(graph);
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  InferRequest witness = model->CreateRequest();  // never fails
  *Current() = Injection();
  for (int run = 0; run < 3; ++run) {
    const bool cond = run % 2 == 0;
    const std::vector<Tensor> before = States(&request);
    const std::vector<bool> set_before = AreSet(&request);
    Current()->act = [&] { return act(&request); };
    for (int at = 0;; ++at) {
      Current()->at = at;
      const absl::Status status = RunOnce(&request, cond);
      if (status.ok()) break;  // beyond the last step: the clean run
      ASSERT_EQ(status.code(), code) << status;
      const std::vector<Tensor> after = States(&request);
      ASSERT_EQ(AreSet(&request), set_before);
      for (size_t v = 0; v < before.size(); ++v)
        ASSERT_TRUE(after[v].Identical(before[v])) << "run " << run << ", step " << at;
      ASSERT_LT(at, 100);
    }
    Current()->at = -1;
    ASSERT_TRUE(RunOnce(&witness, cond).ok());
    const std::vector<Tensor> got = States(&request);
    const std::vector<Tensor> expected = States(&witness);
    for (size_t v = 0; v < got.size(); ++v)
      ASSERT_TRUE(got[v].Identical(expected[v])) << "run " << run << ", variable " << v;
  }
}

TEST(FailureInjection, AKernelErrorAtAnyStepLeavesEveryState) {
  std::mt19937 random(301);
  for (int round = 0; round < 20; ++round) {
    FailEverywhere(
        RandomGraph(&random), [](InferRequest*) { return absl::DataLossError("injected"); },
        absl::StatusCode::kDataLoss);
  }
}

TEST(FailureInjection, ACancelAtAnyStepLeavesEveryState) {
  std::mt19937 random(302);
  for (int round = 0; round < 20; ++round) {
    const Graph graph = RandomGraph(&random);
    // The last step may be over before the flag is looked at; then the run succeeds, as if
    // cancelled too late.
    FailEverywhere(
        graph,
        [](InferRequest* request) {
          request->Cancel();
          return absl::CancelledError("injected");
        },
        absl::StatusCode::kCancelled);
  }
}

TEST(FailureInjection, AnExceptionAtAnyStepLeavesEveryState) {
  std::mt19937 random(303);
  for (int round = 0; round < 20; ++round) {
    FailEverywhere(
        RandomGraph(&random),
        [](InferRequest*) -> absl::Status { throw std::runtime_error("injected"); },
        absl::StatusCode::kInternal);
  }
}

TEST(FailureInjection, AFailedAllocationAnywhereLeavesEveryState) {
  std::mt19937 random(304);
  for (int round = 0; round < 20; ++round) {
    absl::StatusOr<CompiledModel> model = CompiledModel::Compile(RandomGraph(&random));
    ASSERT_TRUE(model.ok()) << model.status();
    *Current() = Injection();
    int failures = 0;
    for (int at = 0; at < 200; ++at) {
      InferRequest request = model->CreateRequest();  // cold: every buffer is still to be allocated
      if (at % 2 == 1) {
        ASSERT_TRUE(RunOnce(&request, true).ok());
        for (VariableState& state : request.query_state())
          ASSERT_TRUE(state.set(Tensor::Of({1.0f, 2.0f, 3.0f})).ok());
        ASSERT_TRUE(request.Trim().ok());
      }
      const std::vector<Tensor> before = States(&request);
      const std::vector<bool> set_before = AreSet(&request);
      request.FailAllocationAt(at / 2);
      const absl::Status status = RunOnce(&request, false);
      request.FailAllocationAt(-1);
      if (status.ok()) break;
      ++failures;
      ASSERT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
      ASSERT_EQ(AreSet(&request), set_before);
      const std::vector<Tensor> after = States(&request);
      for (size_t v = 0; v < before.size(); ++v) ASSERT_TRUE(after[v].Identical(before[v]));
      ASSERT_TRUE(RunOnce(&request, false).ok()) << "the request is of use afterwards";
    }
    EXPECT_GT(failures, 4);
  }
}

}  // namespace
}  // namespace opgraft
