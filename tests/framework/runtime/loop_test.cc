// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Loops: what they compute, keep, cost, and how they end.

#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "framework/graph/io/import.h"
#include "framework/runtime/compiled_model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/graph/mini_graph.h"
#include "tools/allocation_counter/allocation_counter.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

// Functions of every graph. A condition goes on while i < n.
const char kFunctions[] = R"(
  function less1(i: int32, n: int32, a: float) -> (c: bool = l:z:0)
    l = Less(i, n) T=int32
  end
  function less2(i: int32, n: int32, a: float, b: float) -> (c: bool = l:z:0)
    l = Less(i, n) T=int32
  end
  function less3(i: int32, n: int32, a: float, b: float, c: float) -> (r: bool = l:z:0)
    l = Less(i, n) T=int32
  end
  function forever(i: int32, n: int32, a: float) -> (c: bool = t:output:0)
    t = Const() dtype=bool value=bool[]:1
  end
  function inc(i: int32) -> (r: int32 = s:z:0)
    one = Const() dtype=int32 value=int32[]:1
    s = AddV2(i, one:output:0) T=int32
  end
  function double1(i: int32, n: int32, a: float) -> (ri: int32 = j:r:0, rn: int32 = n, ra: float = s:z:0)
    j = inc(i)
    s = AddV2(a, a) T=float
  end
  function neg(a: float) -> (r: float = s:y:0)
    s = Neg(a) T=float
  end
  function same(a: float) -> (r: float = a)
  end
)";

absl::StatusOr<CompiledModel> Compile(const std::string& text, bool inlined = true,
                                      RunLimits limits = {}) {
  const absl::StatusOr<Graph> graph = Graph::Import(MiniGraph(absl::StrCat(text, kFunctions)));
  if (!graph.ok()) return graph.status();
  CompileOptions options;
  options.limits = limits;
  if (!inlined) options.limits.max_inlined_in_all = 0;
  options.signatures.resize(1);
  options.signatures[0].feeds = {"x", "n"};
  options.signatures[0].fetches = {"y"};
  return CompiledModel::Compile(*graph, options);
}

const char kInputs[] = R"(
  x = Placeholder() dtype=float shape=[]
  n = Placeholder() dtype=int32 shape=[]
  zero = Const() dtype=int32 value=int32[]:0
  ten = Const() dtype=float value=float[]:10
  unit = Const() dtype=float value=float[]:1
)";

// y of a While over (i, n, values...), whose body is the function 'b' of the text.
std::string Looping(int values, int output, const std::string& body) {
  std::string inputs, types;
  for (int v = 0; v < values; ++v) {
    absl::StrAppend(&inputs, v == 0 ? ", x" : ", ten");
    absl::StrAppend(&types, ",float");
  }
  return absl::StrCat(kInputs, "w = While(zero, n", inputs, ") T={int32,int32", types,
                      "} cond=@less", values, " body=@b\n", "y = Mul(w:", 2 + output,
                      ", unit) T=float\n", body);
}

absl::StatusOr<float> RunOnce(InferRequest* request, float x, int n,
                              const RunOptions& options = {}) {
  const auto outputs =
      request->Run(std::vector<NamedTensor>{{"x", Tensor(x)}, {"n", Tensor(n)}}, options);
  if (!outputs.ok()) return outputs.status();
  return (*outputs)[0].scalar<float>()();
}

struct Case {
  const char* name;
  std::string text;
  std::vector<float> by_iterations;  // y for x = 3, after 0, 1, ... iterations
  // False where an iteration keeps the memory of the one before, so that there is none to write.
  bool is_warm_without_allocation = true;
};

std::vector<Case> Cases() {
  const std::string inc = "    j = inc(i)\n";
  return {
      {"doubles",
       Looping(1, 0, R"(
  function b(i: int32, n: int32, a: float) -> (ri: int32 = j:r:0, rn: int32 = n, ra: float = s:z:0)
    j = inc(i)
    s = AddV2(a, a) T=float
  end)"),
       {3, 6, 12, 24}},
      {"Fibonacci's numbers, of 3 and 10",
       Looping(2, 0, R"(
  function b(i: int32, n: int32, a: float, b: float) -> (ri: int32 = j:r:0, rn: int32 = n, ra: float = b, rb: float = s:z:0)
    j = inc(i)
    s = AddV2(a, b) T=float
  end)"),
       {3, 10, 13, 23, 36}},
      {"two change places",
       Looping(2, 0, R"(
  function b(i: int32, n: int32, a: float, b: float) -> (ri: int32 = j:r:0, rn: int32 = n, ra: float = b, rb: float = a)
    j = inc(i)
  end)"),
       {3, 10, 3, 10}},
      {"three go round",
       Looping(3, 1, R"(
  function b(i: int32, n: int32, a: float, b: float, c: float) -> (ri: int32 = j:r:0, rn: int32 = n, ra: float = b, rb: float = c, rc: float = s:y:0)
    j = inc(i)
    s = Neg(a) T=float
  end)"),
       {10, 10, -3, -10, -10, 3}},
      {"one result for two",
       Looping(2, 1, R"(
  function b(i: int32, n: int32, a: float, b: float) -> (ri: int32 = j:r:0, rn: int32 = n, ra: float = s:z:0, rb: float = s:z:0)
    j = inc(i)
    s = AddV2(a, b) T=float
  end)"),
       {10, 13, 26, 52}},
      {"one value for two",
       Looping(2, 0, R"(
  function b(i: int32, n: int32, a: float, b: float) -> (ri: int32 = j:r:0, rn: int32 = n, ra: float = b, rb: float = b)
    j = inc(i)
  end)"),
       {3, 10, 10}},
      {"a constant",
       Looping(1, 0, R"(
  function b(i: int32, n: int32, a: float) -> (ri: int32 = j:r:0, rn: int32 = n, ra: float = k:output:0)
    j = inc(i)
    k = Const() dtype=float value=float[]:7
  end)"),
       {3, 7, 7}},
      {"nothing changes",
       Looping(1, 0, R"(
  function b(i: int32, n: int32, a: float) -> (ri: int32 = j:r:0, rn: int32 = n, ra: float = a)
    j = inc(i)
  end)"),
       {3, 3, 3}},
      {"a view of what was carried",
       Looping(2, 1, R"(
  function b(i: int32, n: int32, a: float, b: float) -> (ri: int32 = j:r:0, rn: int32 = n, ra: float = s:y:0, rb: float = v:output:0)
    j = inc(i)
    none = Const() dtype=int32 value=int32[0]:
    v = Reshape(a, none:output:0) T=float Tshape=int32
    s = Neg(a) T=float
  end)"),
       {10, 3, -3, 3, -3},
       false},
      {"a view of a result, and the result",
       Looping(2, 1, R"(
  function b(i: int32, n: int32, a: float, b: float) -> (ri: int32 = j:r:0, rn: int32 = n, ra: float = s:z:0, rb: float = v:output:0)
    j = inc(i)
    none = Const() dtype=int32 value=int32[0]:
    s = AddV2(a, b) T=float
    v = Reshape(s:z:0, none:output:0) T=float Tshape=int32
  end)"),
       {10, 13, 26, 52}},
      {"an If in it",
       Looping(1, 0, R"(
  function b(i: int32, n: int32, a: float) -> (ri: int32 = j:r:0, rn: int32 = n, ra: float = f:output:0)
    j = inc(i)
    two = Const() dtype=int32 value=int32[]:2
    c = Less(i, two:output:0) T=int32
    f = If(c:z:0, a) Tcond=bool Tin={float} Tout={float} then_branch=@neg else_branch=@same
  end)"),
       {3, -3, 3, 3, 3}},
      {"a loop in it",
       Looping(1, 0, R"(
  function b(i: int32, n: int32, a: float) -> (ri: int32 = j:r:0, rn: int32 = n, ra: float = w:output:2)
    j = inc(i)
    k = Const() dtype=int32 value=int32[]:0
    w = While(k:output:0, j:r:0, a) T={int32,int32,float} cond=@less1 body=@double1
  end)"),
       {3, 6, 24, 192}},
      {"it is in an If",
       absl::StrCat(kInputs, R"(
  one = Const() dtype=int32 value=int32[]:1
  c = Less(one, n) T=int32
  f = If(c, n, x) Tcond=bool Tin={int32,float} Tout={float} then_branch=@looped else_branch=@negated
  y = Identity(f) T=float
  function looped(n: int32, a: float) -> (r: float = w:output:2)
    k = Const() dtype=int32 value=int32[]:0
    w = While(k:output:0, n, a) T={int32,int32,float} cond=@less1 body=@double1
  end
  function negated(n: int32, a: float) -> (r: float = s:y:0)
    s = Neg(a) T=float
  end)"),
       {-3, -3, 12, 24}},
      {"what it begins with is needed again behind it",
       absl::StrCat(kInputs, R"(
  m = Neg(x) T=float
  w = While(zero, n, m) T={int32,int32,float} cond=@less1 body=@double1
  y = AddV2(m, w:2) T=float)"),
       {-6, -9, -15, -27}},
  };
}

TEST(Loop, GivesWhatIsWorkedOutByHand) {
  for (const Case& c : Cases()) {
    for (const bool inlined : {true, false}) {
      SCOPED_TRACE(absl::StrCat(c.name, inlined ? ", inlined" : ", called"));
      const auto model = Compile(c.text, inlined);
      ASSERT_TRUE(model.ok()) << model.status();
      InferRequest request = model->CreateRequest();
      const int most = static_cast<int>(c.by_iterations.size()) - 1;
      for (int round = 0; round < 2; ++round) {
        for (int n = 0; n <= most; ++n) {
          const auto y = RunOnce(&request, 3, n);
          ASSERT_TRUE(y.ok()) << y.status();
          EXPECT_EQ(*y, c.by_iterations[n]) << n << " iterations, round " << round;
          EXPECT_EQ(*RunOnce(&request, 3, most), c.by_iterations[most]) << "round " << round;
        }
      }
    }
  }
}

TEST(Loop, AllocatesNothingOnceItIsWarm) {
  if (opgraft_internal::AllocationsOfThisThread() < 0)
    GTEST_SKIP() << "a sanitizer has its own malloc";
  for (const Case& c : Cases()) {
    if (!c.is_warm_without_allocation) continue;
    SCOPED_TRACE(c.name);
    const auto model = Compile(c.text);
    ASSERT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    request.input(0).scalar<float>()() = 3;
    request.input(1).scalar<int32_t>()() = 4;
    for (int run = 0; run < 4; ++run) ASSERT_TRUE(request.Run().ok());
    const int64_t before = opgraft_internal::AllocationsOfThisThread();
    for (int run = 0; run < 3; ++run) ASSERT_TRUE(request.Run().ok());
    EXPECT_EQ(opgraft_internal::AllocationsOfThisThread(), before);
  }
}

TEST(Loop, ManyIterationsTakeNoMoreMemoryThanAFew) {
  const auto model = Compile(Cases()[1].text);
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  ASSERT_TRUE(RunOnce(&request, 0, 10).ok());
  const int64_t used = request.memory_used();
  ASSERT_TRUE(RunOnce(&request, 0, 100'000).ok());
  EXPECT_EQ(request.memory_used(), used);
  EXPECT_GT(request.steps_run(), 300'000);
}

TEST(Loop, MayGrowWhatItCarries) {
  const auto model = Compile(R"(
  x = Placeholder() dtype=float shape=[?]
  n = Placeholder() dtype=int32 shape=[]
  zero = Const() dtype=int32 value=int32[]:0
  w = While(zero, n, x) T={int32,int32,float} cond=@less1 body=@b
  y = Identity(w:2) T=float
  function b(i: int32, n: int32, a: float) -> (ri: int32 = j:r:0, rn: int32 = n, ra: float = s:output:0)
    j = inc(i)
    axis = Const() dtype=int32 value=int32[]:0
    s = ConcatV2(a, a, axis:output:0) N=2 T=float Tidx=int32
  end)");
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  for (const int n : {0, 3, 1, 5}) {
    const auto outputs = request.Run({{"x", Tensor::Of({1.0f, 2.0f})}, {"n", Tensor(n)}});
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    const Tensor& y = (*outputs)[0];
    ASSERT_EQ(y.NumElements(), 2 << n);
    for (int i = 0; i < y.NumElements(); ++i) EXPECT_EQ(y.flat<float>()(i), i % 2 == 0 ? 1 : 2);
  }
}

TEST(Loop, LeavesItsFeedsAndOutputsThatAreKeptAlone) {
  const auto model = Compile(Cases()[0].text);
  InferRequest request = model->CreateRequest();
  const Tensor x(3.0f);
  std::vector<Tensor> kept;
  for (const int n : {0, 1, 2, 3, 0, 5}) {
    const auto outputs = request.Run({{"x", x}, {"n", Tensor(n)}});
    ASSERT_TRUE(outputs.ok());
    kept.push_back((*outputs)[0]);
  }
  EXPECT_EQ(x.scalar<float>()(), 3);
  const float expected[] = {3, 6, 12, 24, 3, 96};
  for (size_t i = 0; i < kept.size(); ++i) EXPECT_EQ(kept[i].scalar<float>()(), expected[i]);
}

// --- State ---

// Each iteration adds a to 'sum'; y is the sum that the last iteration read, x before the first.
std::string Summing(const std::string& read) {
  return Looping(2, 1,
                 absl::StrCat(R"(
  function b(i: int32, n: int32, a: float, b: float) -> (ri: int32 = j:r:0, rn: int32 = n, ra: float = a, rb: float = old:value:0)
    j = inc(i)
    )",
                              read, R"(
    new = AddV2(old:value:0, a) T=float
    as = Assign(new:z:0) T=float variable_id='sum'
  end)"));
}
const char kPlainRead[] =
    "old = ReadValue() N=0 variable_id='sum' variable_type=float variable_shape=[]";

TEST(Loop, AnIterationReadsWhatTheOneBeforeAssigned) {
  for (const bool inlined : {true, false}) {
    const auto model = Compile(Summing(kPlainRead), inlined);
    ASSERT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    EXPECT_EQ(*RunOnce(&request, 2, 0), 10);
    EXPECT_FALSE(request.state("sum")->is_set());
    EXPECT_EQ(*RunOnce(&request, 2, 1), 0);
    EXPECT_EQ(request.state("sum")->get().scalar<float>()(), 2);
    EXPECT_EQ(*RunOnce(&request, 2, 4), 8);
    EXPECT_EQ(request.state("sum")->get().scalar<float>()(), 10);
    EXPECT_EQ(*RunOnce(&request, 2, 2), 12);
    EXPECT_EQ(request.state("sum")->get().scalar<float>()(), 14);
    ASSERT_TRUE(request.reset_state().ok());
    EXPECT_EQ(*RunOnce(&request, 1, 3), 2);
    EXPECT_EQ(request.state("sum")->get().scalar<float>()(), 3);
    EXPECT_EQ(request.Fork()->state("sum")->get().scalar<float>()(), 3);
  }
}

TEST(Loop, TheInitOfAVariableInItIsTakenOnce) {
  const auto model = Compile(Summing(R"(k = Const() dtype=float value=float[]:100
    start = Neg(k:output:0) T=float
    old = ReadValue(start:y:0) N=1 variable_id='sum' variable_type=float variable_shape=[])"));
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  EXPECT_EQ(*RunOnce(&request, 2, 3), -96);
  EXPECT_EQ(request.state("sum")->get().scalar<float>()(), -94);
  EXPECT_EQ(*RunOnce(&request, 2, 1), -94);
}

TEST(Loop, StateOfALoopInALoopGoesOn) {
  const auto model = Compile(Looping(1, 0, R"(
  function b(i: int32, n: int32, a: float) -> (ri: int32 = j:r:0, rn: int32 = n, ra: float = w:output:3)
    j = inc(i)
    k = Const() dtype=int32 value=int32[]:0
    w = While(k:output:0, n, a, a) T={int32,int32,float,float} cond=@less2 body=@inner
    count = ReadValue() N=0 variable_id='outer' variable_type=float variable_shape=[]
    one = Const() dtype=float value=float[]:1
    next = AddV2(count:value:0, one:output:0) T=float
    as = Assign(next:z:0) T=float variable_id='outer'
  end
  function inner(i: int32, n: int32, a: float, b: float) -> (ri: int32 = j:r:0, rn: int32 = n, ra: float = a, rb: float = new:z:0)
    j = inc(i)
    old = ReadValue() N=0 variable_id='sum' variable_type=float variable_shape=[]
    one = Const() dtype=float value=float[]:1
    new = AddV2(old:value:0, one:output:0) T=float
    as = Assign(new:z:0) T=float variable_id='sum'
  end)"));
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  EXPECT_EQ(*RunOnce(&request, 0, 3), 9);
  EXPECT_EQ(request.state("sum")->get().scalar<float>()(), 9);
  EXPECT_EQ(request.state("outer")->get().scalar<float>()(), 3);
  EXPECT_EQ(*RunOnce(&request, 0, 2), 13);
  EXPECT_EQ(request.state("outer")->get().scalar<float>()(), 5);
}

TEST(Loop, OneThatFailsInAnyIterationLeavesTheStateAlone) {
  for (const bool inlined : {true, false}) {
    const auto model = Compile(Looping(1, 0, R"(
  function b(i: int32, n: int32, a: float) -> (ri: int32 = j:r:0, rn: int32 = n, ra: float = new:z:0)
    j = inc(i)
    old = ReadValue() N=0 variable_id='sum' variable_type=float variable_shape=[]
    new = AddV2(old:value:0, a) T=float
    as = Assign(new:z:0) T=float variable_id='sum'
    limit = Const() dtype=float value=float[]:1000
    fine = Less(new:z:0, limit:output:0) T=float
    check = Assert(fine:z:0, i, ^as) T={int32}
  end)"),
                               inlined);
    ASSERT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    ASSERT_TRUE(RunOnce(&request, 1, 3).ok());
    EXPECT_EQ(request.state("sum")->get().scalar<float>()(), 4);  // 1, then 2, then 4
    const absl::Status status = RunOnce(&request, 1, 100).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr("{{node check}}"));
    EXPECT_THAT(std::string(status.message()),
                HasSubstr("; in call of 'b' at {{node w}}, iteration 8"));
    EXPECT_EQ(request.state("sum")->get().scalar<float>()(), 4);
    ASSERT_TRUE(RunOnce(&request, 1, 1).ok());
    EXPECT_EQ(request.state("sum")->get().scalar<float>()(), 5);
  }
}

TEST(Loop, AnAllocationThatFailsAnywhereLeavesTheStateAlone) {
  const auto model = Compile(Summing(kPlainRead));
  ASSERT_TRUE(model.ok()) << model.status();
  bool succeeded = false;
  for (int n = 0; n < 100 && !succeeded; ++n) {
    InferRequest request = model->CreateRequest();
    request.FailAllocationAt(n);
    const auto y = RunOnce(&request, 2, 5);
    succeeded = y.ok();
    EXPECT_EQ(request.state("sum")->is_set(), succeeded) << n;
    if (!succeeded) {
      EXPECT_EQ(y.status().code(), absl::StatusCode::kResourceExhausted) << y.status();
    }
    request.FailAllocationAt(-1);
    ASSERT_TRUE(RunOnce(&request, 2, 5).ok());
    EXPECT_EQ(request.state("sum")->get().scalar<float>()(), succeeded ? 20 : 10) << n;
  }
  EXPECT_TRUE(succeeded);
}

// --- Ends ---

std::string Endless() {
  return absl::StrCat(kInputs, R"(
  w = While(zero, n, x) T={int32,int32,float} cond=@forever body=@double1
  y = Identity(w:2) T=float)");
}

TEST(Loop, AnEndlessOneEndsAtItsLimitOfSteps) {
  for (const bool inlined : {true, false}) {
    RunLimits limits;
    limits.max_steps = 10'000;
    const auto model = Compile(Endless(), inlined, limits);
    ASSERT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    const absl::Status status = RunOnce(&request, 1, 1).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr("more than 10000 steps"));
    EXPECT_THAT(std::string(status.message()), HasSubstr("{{node w}}"));
  }
}

TEST(Loop, AnEndlessOneEndsAtItsDeadlineOrWhenItIsCancelled) {
  const auto model = Compile(Endless());
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  RunOptions options;
  options.deadline = absl::Now() + absl::Milliseconds(20);
  EXPECT_EQ(RunOnce(&request, 1, 1, options).status().code(), absl::StatusCode::kDeadlineExceeded);
  std::thread canceller([&request] {
    absl::SleepFor(absl::Milliseconds(20));
    for (int i = 0; i < 1000; ++i) {
      request.Cancel();
      absl::SleepFor(absl::Milliseconds(1));
    }
  });
  EXPECT_EQ(RunOnce(&request, 1, 1).status().code(), absl::StatusCode::kCancelled);
  canceller.join();
}

}  // namespace
}  // namespace opgraft
