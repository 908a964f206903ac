// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What kernels keep in a request's state: random counters, variables, resources. The graph fails
// its runs on demand, after its kernels have changed all of them.
#include <atomic>
#include <string>
#include <vector>

#include "framework/graph/builder/graph_builder.h"
#include "framework/kernel/guarded_philox_random.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/resource_mgr.h"
#include "framework/kernel/thread_pool.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/runtime/compiled_model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow/core/framework/resource_var.h"

namespace opgraft {
namespace {

REGISTER_OP("TestDraw")
    .Attr("seed: int = 0")
    .Attr("seed2: int = 0")
    .Output("y: int64")
    .SetIsStateful()
    .SetShapeFn(shape_inference::ScalarShape);
REGISTER_OP("TestCountVar")
    .Output("y: int64")
    .SetIsStateful()
    .SetShapeFn(shape_inference::ScalarShape);
REGISTER_OP("TestCountCell")
    .Output("y: int64")
    .SetIsStateful()
    .SetShapeFn(shape_inference::ScalarShape);
REGISTER_OP("TestMute").Output("y: int64").SetIsStateful().SetShapeFn(shape_inference::ScalarShape);
REGISTER_OP("TestFailIf")
    .Input("fail: bool")
    .Input("x: N * int64")
    .Attr("N: int")
    .Output("y: int64")
    .SetShapeFn(shape_inference::UnknownShape);

void SetScalar(OpKernelContext* c, int64_t value) {
  Tensor* y = nullptr;
  OP_REQUIRES_OK(c, c->allocate_output(0, {}, &y));
  y->scalar<int64_t>()() = value;
}

// Two generators, one of them used by threads of a pool.
class DrawOp : public OpKernel {
 public:
  explicit DrawOp(OpKernelConstruction* c) : OpKernel(c) {
    OP_REQUIRES_OK(c, first_.Init(c));
    OP_REQUIRES_OK(c, second_.Init(c));
  }
  void Compute(OpKernelContext* c) override {
    static auto* const pool = new thread::ThreadPool("test", 2);
    std::atomic<int64_t> sum{first_.ReserveSamples128(1)()[0]};
    pool->ParallelFor(8, thread::ThreadPool::SchedulingParams::Fixed(1),
                      [&](int64_t, int64_t) { sum += second_.ReserveSamples32(3)()[1]; });
    SetScalar(c, sum);
  }

 private:
  GuardedPhiloxRandom first_, second_;
};
REGISTER_KERNEL_BUILDER(Name("TestDraw").Device(DEVICE_CPU), DrawOp);

class CountVarOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    Var* var = nullptr;
    OP_REQUIRES_OK(c, c->resource_manager()->LookupOrCreate<Var>("", "count", &var, [](Var** made) {
      *made = new Var(DT_INT64);
      return absl::OkStatus();
    }));
    core::ScopedUnref unref(var);
    if (!var->is_initialized) *var->tensor() = Tensor(int64_t{0});
    var->is_initialized = true;
    SetScalar(c, ++var->tensor()->scalar<int64_t>()());
  }
};
REGISTER_KERNEL_BUILDER(Name("TestCountVar").Device(DEVICE_CPU), CountVarOp);

class CountCellOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    auto cell = c->OpenCell("count", DT_INT64, {});
    OP_REQUIRES_OK(c, cell.status());
    auto value = (*cell)->Write();
    OP_REQUIRES_OK(c, value.status());
    SetScalar(c, ++(*value)->scalar<int64_t>()());
  }
};
REGISTER_KERNEL_BUILDER(Name("TestCountCell").Device(DEVICE_CPU), CountCellOp);

class Mute : public ResourceBase {
 public:
  std::string DebugString() const override { return "mute"; }
};
class MuteOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    OP_REQUIRES_OK(c, c->resource_manager()->Create("", "mute", new Mute));
    SetScalar(c, 1);
  }
};
REGISTER_KERNEL_BUILDER(Name("TestMute").Device(DEVICE_CPU), MuteOp);

class FailIfOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    OP_REQUIRES(c, !c->input(0).scalar<bool>()(), absl::AbortedError("as told"));
    Tensor* y = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, {c->num_inputs() - 1}, &y));
    for (int i = 1; i < c->num_inputs(); ++i)
      y->vec<int64_t>()(i - 1) = c->input(i).scalar<int64_t>()();
  }
};
REGISTER_KERNEL_BUILDER(Name("TestFailIf").Device(DEVICE_CPU), FailIfOp);

struct TestNode {
  std::string op;
  std::string name;
  GraphBuilder::Attrs attrs;
};

// The values of the nodes are the one output, a vector.
CompiledModel ModelOf(const std::vector<TestNode>& nodes) {
  GraphBuilder b;
  std::vector<Value> values;
  for (const TestNode& node : nodes) values.push_back(b.Op(node.op, {}, node.name, node.attrs));
  b.Op("TestFailIf", {b.Placeholder("fail", DT_BOOL, TensorShape()), values}, "end");
  const auto graph = b.Build();
  EXPECT_TRUE(graph.ok()) << graph.status();
  auto model = CompiledModel::Compile(*graph);
  EXPECT_TRUE(model.ok()) << model.status();
  return *std::move(model);
}

TestNode Dice(const std::string& name, int64_t seed) {
  return {"TestDraw", name, {{"seed", seed}, {"seed2", int64_t{1}}}};
}
std::vector<TestNode> AllKinds() {
  return {Dice("a", 7), Dice("b", 7), {"TestCountVar", "v", {}}, {"TestCountCell", "c", {}}};
}

std::string RunOnce(InferRequest* request, bool fail = false) {
  const auto outputs = request->Run({{"fail", Tensor(fail)}});
  return outputs.ok() ? (*outputs)[0].SummarizeValue(-1) : outputs.status().ToString();
}
std::vector<std::string> Runs(InferRequest* request, int n) {
  std::vector<std::string> texts;
  for (int i = 0; i < n; ++i) texts.push_back(RunOnce(request));
  return texts;
}
constexpr char kFailed[] = "ABORTED: {{node end}} TestFailIf: as told";

TEST(RequestState, BelongsToOneRequest) {
  const CompiledModel model = ModelOf(AllKinds());
  InferRequest one = model.CreateRequest(), other = model.CreateRequest();
  const std::vector<std::string> first = Runs(&one, 3);
  EXPECT_EQ(Runs(&other, 3), first);
  EXPECT_NE(first[0], first[1]);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(RunOnce(&one), RunOnce(&other));
  EXPECT_THAT(first[2], ::testing::EndsWith(" 3 3"));
}

TEST(RequestState, OfGeneratorsWithOneSeedIsTheirOwn) {
  const CompiledModel model = ModelOf({Dice("a", 7), Dice("b", 7)});
  InferRequest request = model.CreateRequest();
  const auto outputs = request.Run({{"fail", Tensor(false)}});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_EQ((*outputs)[0].vec<int64_t>()(0), (*outputs)[0].vec<int64_t>()(1));
}

TEST(RequestState, OfGeneratorsWithoutSeedsIsAnotherInEachRequest) {
  const CompiledModel model = ModelOf({{"TestDraw", "a", {}}});
  InferRequest one = model.CreateRequest(), other = model.CreateRequest();
  EXPECT_NE(RunOnce(&one), RunOnce(&other));
  InferRequest fork = *one.Fork();
  EXPECT_EQ(RunOnce(&fork), RunOnce(&one));
}

TEST(RequestState, IsAsBeforeARunThatFails) {
  const CompiledModel model = ModelOf(AllKinds());
  InferRequest straight = model.CreateRequest(), request = model.CreateRequest();
  EXPECT_EQ(RunOnce(&request, /*fail=*/true), kFailed);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(RunOnce(&request), RunOnce(&straight));
    EXPECT_EQ(RunOnce(&request, /*fail=*/true), kFailed);
    EXPECT_EQ(RunOnce(&request, /*fail=*/true), kFailed);
  }
}

TEST(RequestState, GoesOnInAForkAndBothGoTheirOwnWay) {
  const CompiledModel model = ModelOf(AllKinds());
  InferRequest request = model.CreateRequest();
  Runs(&request, 2);
  auto fork = request.Fork();
  ASSERT_TRUE(fork.ok()) << fork.status();
  const std::vector<std::string> next = Runs(&request, 3);
  EXPECT_EQ(Runs(&*fork, 3), next);
}

TEST(RequestState, BeginsAnewAfterAReset) {
  const CompiledModel model = ModelOf(AllKinds());
  InferRequest request = model.CreateRequest();
  const std::vector<std::string> first = Runs(&request, 3);
  ASSERT_TRUE(request.reset_state().ok());
  EXPECT_EQ(Runs(&request, 3), first);
}

TEST(RequestState, GoesOnInAnotherProcessThatLoadsIt) {
  InferRequest request = ModelOf(AllKinds()).CreateRequest();
  Runs(&request, 2);
  const auto bytes = request.SerializeState();
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  const std::vector<std::string> next = Runs(&request, 3);
  // As good as another process: nothing is shared with the first model.
  InferRequest loaded = ModelOf(AllKinds()).CreateRequest();
  Runs(&loaded, 1);
  std::string warning;
  const absl::Status status = loaded.ParseState(*bytes, &warning);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(warning, "");
  EXPECT_EQ(Runs(&loaded, 3), next);
}

TEST(RequestState, OfAResourceThatIsNoneOfOursCannotBeForkedOrSavedOnceItIsThere) {
  const CompiledModel model = ModelOf({{"TestMute", "m", {}}});
  InferRequest request = model.CreateRequest();
  EXPECT_TRUE(request.Fork().ok());
  EXPECT_TRUE(request.SerializeState().ok());
  // It is not rolled back.
  EXPECT_EQ(RunOnce(&request, /*fail=*/true), kFailed);
  const std::string name = "resource localhost/mute/opgraft::(anonymous namespace)::Mute";
  EXPECT_EQ(request.Fork().status(),
            absl::UnimplementedError(name + " cannot be copied: its class offers no Clone"));
  EXPECT_EQ(request.SerializeState().status(),
            absl::UnimplementedError(name + " cannot be saved: its class offers no Serialize"));
  ASSERT_TRUE(request.reset_state().ok());
  EXPECT_TRUE(request.Fork().ok());
}

}  // namespace
}  // namespace opgraft
