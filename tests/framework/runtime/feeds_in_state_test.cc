// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A feed's memory is the caller's, who writes it again after the run: whichever way a feed comes
// into the state, the state keeps what it was.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/graph/io/import.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"
#include "tests/framework/graph/mini_graph.h"

namespace opgraft {
namespace {

// --- Graphs that keep x ---

const char kInputs[] = R"(
  x = Placeholder() dtype=float shape=[2]
  n = Placeholder() dtype=int32 shape=[]
  zero = Const() dtype=int32 value=int32[]:0
  shape = Const() dtype=int32 value=int32[1]:2
  more = Less(zero, n) T=int32
)";
// Outside of the loops.
const char kRead[] = R"(
  old = ReadValue() N=0 variable_id='v' variable_type=float variable_shape=[2]
)";

const char kFunctions[] = R"(
  function same(a: float) -> (r: float = a)
  end
  function keep(a: float) -> (r: float = a)
    as = Assign(a) T=float variable_id='v'
  end
  function less(i: int32, n: int32, a: float) -> (c: bool = l:z:0)
    l = Less(i, n) T=int32
  end
  function turn(i: int32, n: int32, a: float) -> (ri: int32 = s:z:0, rn: int32 = n, ra: float = a)
    one = Const() dtype=int32 value=int32[]:1
    s = AddV2(i, one:output:0) T=int32
  end
  function keep_in_turn(i: int32, n: int32, a: float) -> (ri: int32 = s:z:0, rn: int32 = n, ra: float = a)
    one = Const() dtype=int32 value=int32[]:1
    s = AddV2(i, one:output:0) T=int32
    old = ReadValue() N=0 variable_id='v' variable_type=float variable_shape=[2]
    as = Assign(a) T=float variable_id='v'
  end
)";

// y is run; it keeps x in variable 'v'.
struct AssignCase {
  const char* name;
  std::string nodes;
};

std::vector<AssignCase> AssignCases() {
  return {
      {"straight", absl::StrCat(kRead, "y = Assign(x) T=float variable_id='v'")},
      {"by way of nodes that pass it on", absl::StrCat(kRead, R"(
  i = Identity(x) T=float
  r = Reshape(i, shape) T=float
  y = Assign(r) T=float variable_id='v')")},
      {"by way of the init of another variable", absl::StrCat(kRead, R"(
  other = ReadValue(x) N=1 variable_id='w' variable_type=float variable_shape=[2]
  y = Assign(other) T=float variable_id='v')")},
      {"by way of a call", absl::StrCat(kRead, R"(
  s = same(x)
  y = Assign(s) T=float variable_id='v')")},
      {"in a function", absl::StrCat(kRead, "y = keep(x)")},
      {"by way of a branch", absl::StrCat(kRead, R"(
  b = If(more, x) Tcond=bool Tin={float} Tout={float} then_branch=@same else_branch=@same output_shapes={[2]}
  y = Assign(b) T=float variable_id='v')")},
      {"in a branch", absl::StrCat(kRead,
                                   "y = If(more, x) Tcond=bool Tin={float} Tout={float} "
                                   "then_branch=@keep else_branch=@same "
                                   "output_shapes={[2]}")},
      {"as the carried value of a loop", absl::StrCat(kRead, R"(
  w = While(zero, n, x) T={int32,int32,float} cond=@less body=@turn
  y = Assign(w:2) T=float variable_id='v')")},
      {"in a loop", "y = While(zero, n, x) T={int32,int32,float} cond=@less body=@keep_in_turn"},
  };
}

CompiledModel Compile(const std::string& nodes, bool inlined) {
  const auto graph = Graph::Import(MiniGraph(absl::StrCat(kInputs, nodes, kFunctions)));
  EXPECT_TRUE(graph.ok()) << graph.status();
  CompileOptions options;
  if (!inlined) options.limits.max_inlined_in_all = 0;
  options.signatures.resize(1);
  options.signatures[0].feeds = {"x", "n"};
  options.signatures[0].targets = {"y"};
  auto model = CompiledModel::Compile(*graph, options);
  EXPECT_TRUE(model.ok()) << model.status();
  return *std::move(model);
}

TEST(FeedsInState, KeepWhatTheyWereWhenTheyWereAssigned) {
  for (const AssignCase& c : AssignCases()) {
    for (const bool inlined : {true, false}) {
      SCOPED_TRACE(absl::StrCat(c.name, inlined ? "" : ", called"));
      const CompiledModel model = Compile(c.nodes, inlined);
      InferRequest request = model.CreateRequest();
      Tensor x = Tensor::Of({1.0f, 2.0f});
      for (const float by : {1.0f, 2.0f, 3.0f}) {
        x.flat<float>()(0) = by;
        const auto outputs = request.Run({{"x", x}, {"n", Tensor(3)}});
        ASSERT_TRUE(outputs.ok()) << outputs.status();
        x.flat<float>()(0) = -1;
        EXPECT_EQ(request.state("v")->get().flat<float>()(0), by);
      }
    }
  }
}

TEST(FeedsInState, KeepWhatTheyWereWhenAKernelKeptThem) {
  struct Case {
    const char* how;
    float times = 1;
  };
  for (const Case& c : std::vector<Case>{{"var"}, {"when_made"}, {"cell"}, {"then_add", 2}}) {
    SCOPED_TRACE(c.how);
    const auto graph = Graph::Import(
        MiniGraph(absl::StrCat(kInputs, "y = TestKeep(x) how='", c.how, "'\nz = TestKept()\n")));
    ASSERT_TRUE(graph.ok()) << graph.status();
    CompileOptions options;
    options.signatures.resize(2);
    options.signatures[0].name = "keep";
    options.signatures[0].feeds = {"x"};
    options.signatures[0].targets = {"y"};
    options.signatures[1].name = "read";
    options.signatures[1].fetches = {"z"};
    const auto model = CompiledModel::Compile(*graph, options);
    ASSERT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    Tensor x = Tensor::Of({1.0f, 2.0f});
    for (const float by : {1.0f, 2.0f}) {
      x.flat<float>()(0) = by;
      ASSERT_TRUE(request.Run("keep", std::vector<NamedTensor>{{"x", x}}).ok());
      EXPECT_EQ(x.flat<float>()(0), by) << "the run wrote its feed";
      x.flat<float>()(0) = -1;
      const auto kept = request.Run("read", {});
      ASSERT_TRUE(kept.ok()) << kept.status();
      const bool is_first_only = std::string(c.how) == "when_made";
      EXPECT_EQ((*kept)[0].flat<float>()(0), c.times * (is_first_only ? 1 : by));
    }
  }
}

}  // namespace
}  // namespace opgraft
