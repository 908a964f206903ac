// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Loops that cut their inputs into parts, join what their iterations give, and count them.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "framework/graph/io/import.h"
#include "framework/runtime/compiled_model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/graph/mini_graph.h"
#include "tests/framework/runtime/iterate_op.h"
#include "tools/allocation_counter/allocation_counter.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

const char kFunctions[] = R"(
  function twice(p: float) -> (r: float = s:z:0)
    s = AddV2(p, p) T=float
  end
  function add(s: float, p: float) -> (r: float = n:z:0)
    n = AddV2(s, p) T=float
  end
  function pass(p: float) -> (r: float = p)
  end
  function total(p: float) -> (r: float = s:output:0)
    both = Const() dtype=int32 value=int32[2]:0,1
    s = Sum(p, both:output:0) T=float Tidx=int32 keep_dims=false
  end
  function number32(i: int32) -> (r: float = c:y:0, on: bool = l:z:0)
    c = Cast(i) SrcT=int32 DstT=float
    two = Const() dtype=int32 value=int32[]:2
    l = Less(i, two:output:0) T=int32
  end
  function only32(i: int32) -> (r: float = c:y:0)
    c = Cast(i) SrcT=int32 DstT=float
  end
  function number64(i: int64) -> (r: float = c:y:0)
    c = Cast(i) SrcT=int64 DstT=float
  end
  function refuse2(i: int32) -> (r: float = c:y:0)
    two = Const() dtype=int32 value=int32[]:2
    l = Less(i, two:output:0) T=int32
    a = Assert(l:z:0, i) T={int32}
    c = Cast(i) SrcT=int32 DstT=float
  end
  function below3(i: int32) -> (r: bool = l:z:0)
    three = Const() dtype=int32 value=int32[]:3
    l = Less(i, three:output:0) T=int32
  end
  function forever(s: float) -> (r: float = n:z:0, on: bool = t:output:0)
    n = AddV2(s, s) T=float
    t = Const() dtype=bool value=bool[]:1
  end
  function ones(s: float) -> (r: float = c:output:0)
    c = Const() dtype=float value=float[3]:1,1,1
  end
  function grow(s: float) -> (r: float = n:output:0)
    axis = Const() dtype=int32 value=int32[]:0
    n = ConcatV2(s, s, axis:output:0) N=2 T=float Tidx=int32
  end
  function rows(p: float) -> (r: float = w:y:0)
    w = Iterate(p) Tin={float} Tout={float} body=@twice args='cut0@1' gives='join0@1:-1:0:-1:1'
  end
  function remember(p: float) -> (r: float = old:value:0)
    old = ReadValue() N=0 variable_id='sum' variable_type=float variable_shape=[1]
    new = AddV2(old:value:0, p) T=float
    as = Assign(new:z:0) T=float variable_id='sum'
  end
)";

// The graph of one Iterate, whose output is y.
absl::StatusOr<Graph> GraphOf(const std::string& loop, const std::string& shape) {
  return Graph::Import(MiniGraph(absl::StrCat("x = Placeholder() dtype=float shape=", shape, R"(
  n = Placeholder() dtype=int64 shape=[]
  no = Const() dtype=bool value=bool[1]:0
  yes = Const() dtype=bool value=bool[]:1
  ten = Const() dtype=float value=float[1]:10
  three = Const() dtype=int32 value=int32[1]:3
  w = Iterate)",
                                              loop, "\n  y = Identity(w) T=float\n", kFunctions)),
                       WithIterate());
}

absl::StatusOr<CompiledModel> Compile(const std::string& loop, const std::string& shape = "[...]",
                                      bool inlined = true, RunLimits limits = {}) {
  const absl::StatusOr<Graph> graph = GraphOf(loop, shape);
  if (!graph.ok()) return graph.status();
  CompileOptions options;
  options.limits = limits;
  if (!inlined) options.limits.max_inlined_in_all = 0;
  options.signatures.resize(1);
  options.signatures[0].feeds = {"x", "n"};
  options.signatures[0].fetches = {"y"};
  return CompiledModel::Compile(*graph, options);
}

absl::StatusOr<Tensor> RunOnce(InferRequest* request, const Tensor& x, int64_t n = -1,
                               const RunOptions& options = {}) {
  const auto outputs = request->Run(std::vector<NamedTensor>{{"x", x}, {"n", Tensor(n)}}, options);
  if (!outputs.ok()) return outputs.status();
  return (*outputs)[0];
}

std::string TextOf(const Tensor& tensor) {
  return absl::StrCat(tensor.shape().DebugString(), " ", tensor.SummarizeValue(-1));
}

const Tensor& Three() {
  static const auto* const tensor = new Tensor(Tensor::Of({1.0f, 2.0f, 3.0f}));
  return *tensor;
}
const Tensor& TwoRows() {
  static const auto* const tensor =
      new Tensor(Tensor::Of({1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f}, {2, 3}));
  return *tensor;
}

struct Case {
  const char* name;
  const char* loop;
  Tensor x;
  int64_t n;
  const char* y;
};

std::vector<Case> Cases() {
#define ONE_IN "(x) Tin={float} Tout={float} "
#define WITH_N "(x, n) Tin={float,int64} Tout={float} "
  return {
      {"each element", ONE_IN "body=@twice args='cut0@0' gives='join0@0'", Three(), 0, "[3] 2 4 6"},
      {"each row", ONE_IN "body=@twice args='cut0@0' gives='join0@0'", TwoRows(), 0,
       "[2,3] [2 4 6][8 10 12]"},
      {"each column", ONE_IN "body=@twice args='cut0@1' gives='join0@1'", TwoRows(), 0,
       "[2,3] [2 4 6][8 10 12]"},
      {"each column, one below the other",
       ONE_IN "body=@twice args='cut0@-1' gives='join0@-2:0:-1:2:2'", TwoRows(), 0,
       "[6,1] [2][8][4][10][6][12]"},
      {"taken from the last", ONE_IN "body=@twice args='cut0@0:-1:0:-1' gives='join0@0'", Three(),
       0, "[3] 6 4 2"},
      {"put from the last", ONE_IN "body=@twice args='cut0@0' gives='join0@0:-1:0:-1'", Three(), 0,
       "[3] 6 4 2"},
      {"columns put from the last", ONE_IN "body=@twice args='cut0@1' gives='join0@1:-1:0:-1'",
       TwoRows(), 0, "[2,3] [6 4 2][12 10 8]"},
      {"taken and put from the last",
       ONE_IN "body=@pass args='cut0@0:-1:0:-1' gives='join0@0:-1:0:-1'", Three(), 0, "[3] 1 2 3"},
      {"two at a time", ONE_IN "body=@twice args='cut0@0:0:-1:2:2' gives='join0@0:0:-1:2:2'",
       Tensor::Of({1.0f, 2.0f, 3.0f, 4.0f}), 0, "[4] 2 4 6 8"},
      {"two at a time from the last",
       ONE_IN "body=@pass args='cut0@0:-1:0:-2:2' gives='join0@0:0:-1:2:2'",
       Tensor::Of({1.0f, 2.0f, 3.0f, 4.0f}), 0, "[4] 3 4 1 2"},
      {"windows", ONE_IN "body=@pass args='cut0@0:0:-1:1:2' gives='join0@0:0:-1:2:2'", Three(), 0,
       "[4] 1 2 2 3"},
      {"from the second to the third", ONE_IN "body=@pass args='cut0@0:1:3' gives='join0@0'",
       Tensor::Of({1.0f, 2.0f, 3.0f, 4.0f, 5.0f}), 0, "[2] 2 3"},
      {"the last two", ONE_IN "body=@pass args='cut0@0:-3' gives='join0@0'",
       Tensor::Of({1.0f, 2.0f, 3.0f, 4.0f, 5.0f}), 0, "[2] 4 5"},
      {"scalars are joined", ONE_IN "body=@total args='cut0@0' gives='join0@0'", TwoRows(), 0,
       "[2] 6 15"},
      {"two inputs",
       "(x, x) Tin={float,float} Tout={float} body=@add args='cut0@0,cut1@0:-1:0:-1' "
       "gives='join0@0'",
       Three(), 0, "[3] 4 4 4"},
      {"sums so far",
       "(ten, x) Tin={float,float} Tout={float} body=@add args='carry0,cut1@0' gives='join0@0' "
       "next='0>0'",
       Three(), 0, "[3] 11 13 16"},
      {"the sum, which is carried",
       "(ten, x) Tin={float,float} Tout={float} body=@add args='carry0,cut1@0' gives='carry0' "
       "next='0>0'",
       Three(), 0, "[1] 16"},
      {"the sum, which is the last result",
       "(ten, x) Tin={float,float} Tout={float} body=@add args='carry0,cut1@0' gives='last0' "
       "next='0>0'",
       Three(), 0, "[1] 16"},
      {"the last part", ONE_IN "body=@pass args='cut0@0' gives='last0'", Three(), 0, "[1] 3"},
      {"the same input whole and cut",
       "(x) Tin={float} Tout={float} body=@add args='in0,cut0@0' gives='join0@0:0:-1:3:3'", Three(),
       0, "[9] 2 3 4 3 4 5 4 5 6"},
      {"what is carried begins as an input that is cut",
       "(x) Tin={float} Tout={float} body=@add args='carry0,cut0@0' gives='carry0' next='0>0'",
       Three(), 0, "[3] 7 8 9"},
      {"no parts", ONE_IN "body=@twice args='cut0@0' gives='join0@0'", Tensor(DT_FLOAT, {0}), 0,
       "[0] "},
      {"parts without elements", ONE_IN "body=@twice args='cut0@0' gives='join0@0'",
       Tensor(DT_FLOAT, {2, 0}), 0, "[2,0] "},
      {"numbers of iterations", WITH_N "body=@number64 args='number' gives='join0@0' ends='trips1'",
       Three(), 4, "[4] 0 1 2 3"},
      {"no trips", WITH_N "body=@number64 args='number' gives='join0@0' ends='trips1'", Three(), 0,
       "[0] "},
      {"the last of some trips", WITH_N "body=@number64 args='number' gives='last0' ends='trips1'",
       Three(), 3, "[] 2"},
      {"what is carried by no trip",
       WITH_N "body=@twice args='carry0' gives='carry0' next='0>0' ends='trips1'", Three(), 0,
       "[3] 1 2 3"},
      {"what is carried by two trips",
       WITH_N "body=@twice args='carry0' gives='carry0' next='0>0' ends='trips1'", Three(), 2,
       "[3] 4 8 12"},
      {"a count of one element",
       "(x, three) Tin={float,int32} Tout={float} body=@twice args='carry0' gives='carry0' "
       "next='0>0' ends='trips1'",
       Three(), 0, "[3] 8 16 24"},
      {"fewer trips than parts", WITH_N "body=@twice args='cut0@0' gives='join0@0' ends='trips1'",
       Three(), 2, "[2] 2 4"},
      {"as many trips as parts, if none are counted",
       WITH_N "body=@twice args='cut0@0' gives='join0@0' ends='trips1'", Three(), -1, "[3] 2 4 6"},
      {"until a result is false",
       WITH_N "body=@number32 args='number' gives='join0@0' ends='trips1,until1'", Three(), -1,
       "[3] 0 1 2"},
      {"until a result is false, backwards",
       WITH_N "body=@number32 args='number' gives='join0@0:-1:0:-1' ends='trips1,until1'", Three(),
       100, "[3] 2 1 0"},
      {"until its trips are through",
       WITH_N "body=@number32 args='number' gives='join0@0' ends='trips1,until1'", Three(), 2,
       "[2] 0 1"},
      {"a loop that does not begin",
       "(x, no) Tin={float,bool} Tout={float} body=@number32 args='number' gives='join0@0' "
       "ends='begins1,until1'",
       Three(), 0, "[0] "},
      {"a loop that begins",
       "(x, yes) Tin={float,bool} Tout={float} body=@number32 args='number' gives='join0@0' "
       "ends='begins1,until1'",
       Three(), 0, "[3] 0 1 2"},
      {"while a function says so",
       "(x) Tin={float} Tout={float} body=@only32 cond={@below3} args='number' gives='join0@0'",
       Three(), 0, "[3] 0 1 2"},
      {"outputs that say how many", ONE_IN "body=@twice args='in0' gives='join0@0:0:6:3:3'",
       Three(), 0, "[6] 2 4 6 2 4 6"},
      {"a loop in a loop", ONE_IN "body=@rows args='cut0@0' gives='join0@0'", TwoRows(), 0,
       "[2,3] [6 4 2][12 10 8]"},
  };
#undef ONE_IN
#undef WITH_N
}

TEST(LoopPorts, GiveWhatIsWorkedOutByHand) {
  for (const Case& c : Cases()) {
    for (const bool inlined : {true, false}) {
      for (const std::string& shape : {std::string("[...]"), c.x.shape().DebugString()}) {
        SCOPED_TRACE(absl::StrCat(c.name, inlined ? ", inlined, " : ", called, ", shape));
        const auto model = Compile(c.loop, shape, inlined);
        ASSERT_TRUE(model.ok()) << model.status();
        InferRequest request = model->CreateRequest();
        for (int run = 0; run < 3; ++run) {
          const auto y = RunOnce(&request, c.x, c.n);
          ASSERT_TRUE(y.ok()) << y.status();
          EXPECT_EQ(TextOf(*y), c.y);
        }
      }
    }
  }
}

TEST(LoopPorts, ALoopIsAsGoodForAnotherNumberOfIterations) {
  const auto model = Compile(
      "(x, n) Tin={float,int64} Tout={float} body=@number32 args='number' gives='join0@0' "
      "ends='trips1,until1'");
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  std::vector<Tensor> kept;
  for (const int n : {3, 1, 0, 2, 3}) kept.push_back(*RunOnce(&request, Three(), n));
  EXPECT_EQ(TextOf(kept[0]), "[3] 0 1 2");
  EXPECT_EQ(TextOf(kept[1]), "[1] 0");
  EXPECT_EQ(TextOf(kept[2]), "[0] ");
  EXPECT_EQ(TextOf(kept[3]), "[2] 0 1");
  EXPECT_EQ(TextOf(kept[4]), "[3] 0 1 2");
}

TEST(LoopPorts, StringsAreCutAndJoined) {
  const absl::StatusOr<Graph> graph = Graph::Import(MiniGraph(R"(
  x = Placeholder() dtype=string shape=[2,3]
  y = Iterate(x) Tin={string} Tout={string} body=@pass args='cut0@1' gives='join0@1:-1:0:-1'
  function pass(p: string) -> (r: string = p)
  end)"),
                                                    WithIterate());
  ASSERT_TRUE(graph.ok()) << graph.status();
  const auto model = CompiledModel::Compile(*graph);
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  Tensor x(DT_STRING, {2, 3});
  for (int i = 0; i < 6; ++i)
    x.flat<tstring>()(i) = absl::StrCat("a string longer than any that is held in place, ", i);
  const int64_t idle = request.memory_used();
  const auto outputs = request.Run({{"x", x}});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  const int order[] = {2, 1, 0, 5, 4, 3};
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ((*outputs)[0].flat<tstring>()(i), x.flat<tstring>()(order[i]));
  EXPECT_GT(request.memory_used(), idle + 6 * 48);
}

TEST(LoopPorts, ShapesAreKnownBeforeTheRun) {
  const struct {
    const char* loop;
    const char* shape;
    const char* y;
  } cases[] = {
      {"(x) Tin={float} Tout={float} body=@twice args='cut0@0' gives='join0@0'", "[5,2]", "[5,2]"},
      {"(x) Tin={float} Tout={float} body=@twice args='cut0@0' gives='join0@0'", "[?,2]", "[?,2]"},
      {"(x) Tin={float} Tout={float} body=@twice args='cut0@1:0:-1:2:2' gives='last0'", "[5,8]",
       "[5,2]"},
      {"(x) Tin={float} Tout={float} body=@total args='cut0@0' gives='join0@0'", "[5,2]", "[5]"},
      {"(x, three) Tin={float,int32} Tout={float} body=@twice args='in0' gives='join0@1:0:-1:2:2' "
       "ends='trips1'",
       "[4,2]", "[4,6]"},
      {"(x, three) Tin={float,int32} Tout={float} body=@number32 args='number' gives='join0@0' "
       "ends='trips1,until1'",
       "[4,2]", "[1..3]"},
      {"(x, three) Tin={float,int32} Tout={float} body=@forever args='in0' "
       "gives='join0@0:0:-1:4:4' ends='trips1,until1'",
       "[4,2]", "[12,2]"},
      {"(x, no) Tin={float,bool} Tout={float} body=@number32 args='number' gives='join0@0' "
       "ends='begins1,until1'",
       "[4,2]", "[0]"},
      {"(x) Tin={float} Tout={float} body=@only32 cond={@below3} args='number' gives='join0@0'",
       "[2]", "[?]"},
      {"(x) Tin={float} Tout={float} body=@number32 args='number' gives='join0@0' ends='until1'",
       "[4,2]", "[1..]"},
      // What comes out of no iteration is what goes in.
      {"(x, three) Tin={float,int32} Tout={float} body=@ones args='carry0' gives='carry0' "
       "next='0>0' "
       "ends='trips1'",
       "[?]", "[3]"},
      {"(x, n) Tin={float,int64} Tout={float} body=@ones args='carry0' gives='carry0' next='0>0' "
       "ends='trips1'",
       "[?]", "[?]"},
  };
  for (const auto& c : cases) {
    const absl::StatusOr<Graph> graph = GraphOf(c.loop, c.shape);
    ASSERT_TRUE(graph.ok()) << graph.status();
    EXPECT_EQ(graph->node(graph->FindNode("w")).output_shape(0).DebugString(), c.y) << c.loop;
  }
}

TEST(LoopPorts, AWarmLoopOfKnownShapesAllocatesNothing) {
  if (opgraft_internal::AllocationsOfThisThread() < 0)
    GTEST_SKIP() << "a sanitizer has its own malloc";
  for (const char* loop :
       {"(x, n) Tin={float,int64} Tout={float} body=@twice args='cut0@0' gives='join0@0'",
        "(x, n) Tin={float,int64} Tout={float} body=@twice args='cut0@1' gives='join0@1'",
        "(x, n) Tin={float,int64} Tout={float} body=@number32 args='number' gives='join0@0' "
        "ends='trips1,until1'"}) {
    const auto model = Compile(loop, "[2,3]");
    ASSERT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    request.input(0) = TwoRows();
    request.input(1).scalar<int64_t>()() = 3;
    for (int run = 0; run < 4; ++run) ASSERT_TRUE(request.Run().ok());
    const int64_t before = opgraft_internal::AllocationsOfThisThread();
    for (int run = 0; run < 3; ++run) ASSERT_TRUE(request.Run().ok());
    EXPECT_EQ(opgraft_internal::AllocationsOfThisThread(), before) << loop;
  }
}

TEST(LoopPorts, StateInTheBodyGoesOnFromPartToPart) {
  for (const bool inlined : {true, false}) {
    const auto model =
        Compile("(x) Tin={float} Tout={float} body=@remember args='cut0@0' gives='join0@0'", "[?]",
                inlined);
    ASSERT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    EXPECT_EQ(TextOf(*RunOnce(&request, Three())), "[3] 0 1 3");
    EXPECT_EQ(request.state("sum")->get().SummarizeValue(-1), "6");
    EXPECT_EQ(TextOf(*RunOnce(&request, Tensor::Of({10.0f}))), "[1] 6");
    EXPECT_EQ(request.state("sum")->get().SummarizeValue(-1), "16");
  }
}

// --- Ends ---

struct WrongLoop {
  const char* name;
  const char* loop;
  const char* shape;  // of x, "" if import cannot know
  Tensor x;
  int64_t n;
  const char* message;
};

TEST(LoopPorts, WhatDoesNotFitIsToldAtOnceOrInTheRun) {
  const WrongLoop cases[] = {
      {"inputs of different numbers of parts",
       "(x, ten) Tin={float,float} Tout={float} body=@add args='cut0@0,cut1@0' gives='join0@0'",
       "[3]", Three(), 0, "input 0 has 3 parts, but input 1 has 1"},
      {"an axis that is not there",
       "(x) Tin={float} Tout={float} body=@twice args='cut0@1' gives='join0@0'", "[3]", Three(), 0,
       "input 0: there is no axis 1 in 1 dimensions"},
      {"a rest", "(x) Tin={float} Tout={float} body=@twice args='cut0@0:0:-1:2:2' gives='last0'",
       "[3]", Three(), 0, "input 0: 3 elements are not a number of parts of 2 by a stride of 2"},
      {"ends beyond the axis",
       "(x) Tin={float} Tout={float} body=@twice args='cut0@0:1:4' gives='last0'", "[3]", Three(),
       0, "input 0: parts from 1 to 4 by a stride of 1 are not within an axis of 3"},
      {"ends that are the wrong way round",
       "(x) Tin={float} Tout={float} body=@twice args='cut0@0:0:-1:-1' gives='last0'", "[3]",
       Three(), 0, "input 0: parts from 0 to -1 by a stride of -1 are not within an axis of 3"},
      {"outputs of another number than the parts",
       "(x) Tin={float} Tout={float} body=@twice args='cut0@0' gives='join0@0:0:4'", "[3]", Three(),
       0, "input 0 has 3 parts, but output 0 has 4"},
      {"more trips than parts",
       "(x, n) Tin={float,int64} Tout={float} body=@twice args='cut0@0' gives='join0@0' "
       "ends='trips1'",
       "", Three(), 4, "iteration 3 needs one more part of input 0 than the 3 that it has"},
      {"parts of another size than the slices say",
       "(x, n) Tin={float,int64} Tout={float} body=@twice args='in0' gives='join0@0' ends='trips1'",
       "", Three(), 2, "output 0: iteration 0 gives [3], which is not 1 along axis 0"},
      {"no axis to join along",
       "(x, n) Tin={float,int64} Tout={float} body=@number64 args='number' gives='join0@1' "
       "ends='trips1'",
       "", Three(), 2, "output 0: there is no axis 1 in 1 dimensions"},
      {"parts of different shapes",
       "(x, n) Tin={float,int64} Tout={float} body=@grow args='carry0' gives='join0@1:0:-1:3:3' "
       "next='0>0' ends='trips1'",
       "", TwoRows(), 2, "output 0: iteration 1 gives [8,3], the iterations before gave [4,3]"},
      {"a last result of no iteration",
       "(x, n) Tin={float,int64} Tout={float} body=@number64 args='number' gives='last0' "
       "ends='trips1'",
       "", Three(), 0,
       "output 0 is what the last iteration gives, but the loop ended before the first"},
      {"a trip count of many",
       "(x, x) Tin={float,float} Tout={float} body=@twice args='in0' gives='last0' ends='trips1'",
       "[3]", Three(), 0, "the trip count is an int32 or int64, not float"},
      {"a number that is no number",
       "(x, n) Tin={float,int64} Tout={float} body=@twice args='number' gives='last0' "
       "ends='trips1'",
       "[3]", Three(), 0,
       "argument 0 of body 'twice' is the number of the iteration, an int32 or int64, not float"},
      {"a condition that is none",
       "(x) Tin={float} Tout={float} body=@twice args='in0' gives='last0' ends='until0'", "[3]",
       Three(), 0, "result 0 of body 'twice' is float, but a condition is bool"},
      {"a begin that is none",
       "(x) Tin={float} Tout={float} body=@number32 args='number' gives='last0' "
       "ends='begins0,until1'",
       "[3]", Three(), 0, "whether a loop begins is a bool, not float"},
      {"a loop that nothing ends",
       "(x) Tin={float} Tout={float} body=@twice args='in0' gives='last0'", "[3]", Three(), 0,
       "is a loop that nothing ends"},
      {"parts of nothing",
       "(x) Tin={float} Tout={float} body=@twice args='cut0@0:0:-1:1:0' gives='last0'", "[3]",
       Three(), 0, "has slices with a stride or part size that does not fit"},
      {"joined parts that overlap",
       "(x) Tin={float} Tout={float} body=@twice args='cut0@0' gives='join0@0:0:-1:1:2'", "[3]",
       Three(), 0, "has slices with a stride or part size that does not fit"},
  };
  for (const WrongLoop& c : cases) {
    SCOPED_TRACE(c.name);
    if (*c.shape != '\0') {
      EXPECT_THAT(std::string(GraphOf(c.loop, c.shape).status().message()), HasSubstr(c.message));
    }
    const auto model = Compile(c.loop);
    if (!model.ok()) {
      EXPECT_THAT(std::string(model.status().message()), HasSubstr(c.message));
      continue;
    }
    InferRequest request = model->CreateRequest();
    const absl::Status status = RunOnce(&request, c.x, c.n).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.message));
    EXPECT_THAT(std::string(status.message()), HasSubstr("{{node w}} Iterate: "));
  }
}

TEST(LoopPorts, AnErrorInTheBodyNamesTheIteration) {
  for (const bool inlined : {true, false}) {
    const auto model = Compile(
        "(x, n) Tin={float,int64} Tout={float} body=@refuse2 args='number' gives='join0@0' "
        "ends='trips1'",
        "[...]", inlined);
    ASSERT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    EXPECT_TRUE(RunOnce(&request, Three(), 2).ok());
    EXPECT_THAT(std::string(RunOnce(&request, Three(), 5).status().message()),
                HasSubstr("; in call of 'refuse2' at {{node w}}, iteration 2"));
  }
}

TEST(LoopPorts, AnEndlessLoopEndsAtItsLimits) {
  const char* const endless =
      "(x, n) Tin={float,int64} Tout={float} body=@forever args='carry0' gives='carry0' "
      "next='0>0' ends='trips1,until1'";
  RunLimits limits;
  limits.max_steps = 10'000;
  for (const bool inlined : {true, false}) {
    const auto model = Compile(endless, "[...]", inlined, limits);
    ASSERT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    const absl::Status status = RunOnce(&request, Three()).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr("more than 10000 steps"));
  }
  const auto model = Compile(endless);
  InferRequest request = model->CreateRequest();
  RunOptions options;
  options.deadline = absl::Now() + absl::Milliseconds(20);
  EXPECT_EQ(RunOnce(&request, Three(), -1, options).status().code(),
            absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(TextOf(*RunOnce(&request, Three(), 1)), "[3] 2 4 6");
}

TEST(LoopPorts, WhatIsJoinedIsWithinTheMemoryOfTheRequest) {
  RunLimits limits;
  limits.max_total_bytes = 100'000;
  for (const char* loop :
       {"(x, n) Tin={float,int64} Tout={float} body=@pass args='in0' gives='join0@0:0:-1:3:3' "
        "ends='trips1'",
        "(x, n) Tin={float,int64} Tout={float} body=@forever args='in0' gives='join0@0:0:-1:3:3' "
        "ends='trips1,until1'"}) {
    const auto model = Compile(loop, "[...]", true, limits);
    ASSERT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    for (const int64_t n : {int64_t{20'000}, int64_t{1} << 40, INT64_MAX}) {
      const absl::Status status = RunOnce(&request, Three(), n).status();
      EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
      EXPECT_THAT(std::string(status.message()),
                  HasSubstr("{{node w}} Iterate: output 0: no memory"));
    }
    EXPECT_EQ(RunOnce(&request, Three(), 50)->NumElements(), 150) << loop;
  }
}

TEST(LoopPorts, AnAllocationThatFailsAnywhereEndsTheRunOnly) {
  const auto model = Compile(
      "(x, n) Tin={float,int64} Tout={float} body=@number32 args='number' gives='join0@0' "
      "ends='trips1,until1'");
  ASSERT_TRUE(model.ok()) << model.status();
  bool succeeded = false;
  for (int n = 0; n < 100 && !succeeded; ++n) {
    InferRequest request = model->CreateRequest();
    request.FailAllocationAt(n);
    const auto y = RunOnce(&request, Three());
    succeeded = y.ok();
    if (!succeeded) {
      EXPECT_EQ(y.status().code(), absl::StatusCode::kResourceExhausted) << y.status();
    }
    request.FailAllocationAt(-1);
    EXPECT_EQ(TextOf(*RunOnce(&request, Three())), "[3] 0 1 2");
  }
  EXPECT_TRUE(succeeded);
}

}  // namespace
}  // namespace opgraft
