// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Functions whose bodies hold the control flow of TensorFlow 1, as wrap_function writes them.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/graph/io/import.h"
#include "framework/runtime/compiled_model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/graph/mini_graph.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

const char kFunctions[] = R"(
  function negate_if(v: float, p: bool) -> (r: float = m:output:0)
    s = Switch(v, p) T=float
    a = Neg(s:output_true:0) T=float
    m = Merge(s:output_false:0, a:y:0) T=float N=2
  end
  function dead_unless(v: float, p: bool) -> (r: float = a:y:0)
    s = Switch(v, p) T=float
    a = Neg(s:output_true:0) T=float
  end
  function doubled_thrice(v: float, p: bool) -> (r: float = out:output:0)
    z = Const() dtype=int32 value=int32[]:0
    n = Const() dtype=int32 value=int32[]:3
    e = Enter(z:output:0) T=int32 frame_name='f'
    ev = Enter(v) T=float frame_name='f'
    m = Merge(e:output:0, ni:output:0) T=int32 N=2
    mv = Merge(ev:output:0, niv:output:0) T=float N=2
    en = Enter(n:output:0) T=int32 frame_name='f' is_constant=true
    less = Less(m:output:0, en:output:0) T=int32
    lc = LoopCond(less:z:0)
    s = Switch(m:output:0, lc:output:0) T=int32
    sv = Switch(mv:output:0, lc:output:0) T=float
    id = Identity(s:output_true:0) T=int32
    one = Const(^id) dtype=int32 value=int32[]:1
    add = AddV2(id:output:0, one:output:0) T=int32
    twice = AddV2(sv:output_true:0, sv:output_true:0) T=float
    ni = NextIteration(add:z:0) T=int32
    niv = NextIteration(twice:z:0) T=float
    out = Exit(sv:output_false:0) T=float
  end
  function calls_in_a_branch(v: float, p: bool) -> (r: float = m:output:0)
    s = Switch(v, p) T=float
    sp = Switch(p, p) T=bool
    a = negate_if(s:output_true:0, sp:output_true:0)
    m = Merge(s:output_false:0, a:r:0) T=float N=2
  end
  function remember_if(v: float, p: bool) -> (r: float = old:value:0)
    old = ReadValue() N=0 variable_id='kept' variable_type=float variable_shape=[]
    s = Switch(v, p) T=float
    new = Assign(s:output_true:0) T=float variable_id='kept'
  end
)";

absl::StatusOr<Graph> Import(const std::string& y) {
  return Graph::Import(MiniGraph(absl::StrCat("x = Placeholder() dtype=float shape=[]\n",
                                              "p = Placeholder() dtype=bool shape=[]\n", "y = ", y,
                                              "\n", kFunctions)));
}

absl::StatusOr<CompiledModel> Compile(const std::string& y) {
  const absl::StatusOr<Graph> graph = Import(y);
  if (!graph.ok()) return graph.status();
  CompileOptions options;
  options.signatures.resize(1);
  options.signatures[0].feeds = {"x", "p"};
  options.signatures[0].fetches = {"y"};
  return CompiledModel::Compile(*graph, options);
}

std::string RunOnce(InferRequest* request, float x, bool p) {
  const auto outputs = request->Run({{"x", Tensor::Scalar(x)}, {"p", Tensor::Scalar(p)}});
  return outputs.ok() ? (*outputs)[0].SummarizeValue(-1) : outputs.status().ToString();
}

struct FunctionCase {
  std::string y;
  std::string if_true;
  std::string if_false;
};

TEST(V1Functions, RunAsTheBodyOfTheGraphWould) {
  const std::string call = "(x, p) Tin={float,bool} Tout={float} f=@";
  const std::vector<FunctionCase> cases = {
      {"negate_if(x, p)", "-3", "3"},
      {"PartitionedCall" + call + "negate_if", "-3", "3"},
      {"PartitionedCall" + call + "doubled_thrice", "24", "24"},
      {"PartitionedCall" + call + "calls_in_a_branch", "-3", "3"},
      {"If(p, x, p) Tcond=bool Tin={float,bool} Tout={float} then_branch=@doubled_thrice "
       "else_branch=@negate_if",
       "24", "3"},
      {"PartitionedCall" + call + "dead_unless", "-3", "Retval[0] does not have value"},
  };
  for (const FunctionCase& c : cases) {
    SCOPED_TRACE(c.y);
    const auto model = Compile(c.y);
    ASSERT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    EXPECT_THAT(RunOnce(&request, 3, true), HasSubstr(c.if_true));
    EXPECT_THAT(RunOnce(&request, 3, false), HasSubstr(c.if_false));
  }
}

TEST(V1Functions, AssignInTheBranchThatIsTaken) {
  const auto model =
      Compile("StatefulPartitionedCall(x, p) Tin={float,bool} Tout={float} f=@remember_if");
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  EXPECT_EQ(RunOnce(&request, 3, false), "0");
  EXPECT_EQ(RunOnce(&request, 5, true), "0");
  EXPECT_EQ(RunOnce(&request, 7, false), "5");
  EXPECT_EQ(RunOnce(&request, 9, false), "5");
}

// The names of tensors are those of the file.
TEST(V1Functions, AreKeptInTheGraph) {
  const auto graph = Import("negate_if(x, p)");
  ASSERT_TRUE(graph.ok()) << graph.status();
  const GraphDef def = graph->ToGraphDef();
  ASSERT_EQ(def.library().function(0).signature().name(), "negate_if");
  EXPECT_EQ(def.library().function(0).node_def(0).op(), "Switch");
}

// What no cond or while_loop can have made.
TEST(V1Functions, WithoutSuchAFormAreRefused) {
  const auto graph = Graph::Import(MiniGraph(R"(
x = Placeholder() dtype=float shape=[]
y = strange(x)
function strange(v: float) -> (r: float = o:output:0)
  e = Enter(v) T=float frame_name='f'
  m = Merge(e:output:0, n:output:0) T=float N=2
  n = NextIteration(m:output:0) T=float
  o = Exit(m:output:0) T=float
end
)"));
  ASSERT_TRUE(graph.ok()) << graph.status();
  const auto model = CompiledModel::Compile(*graph, {});
  EXPECT_EQ(model.status().code(), absl::StatusCode::kUnimplemented);
  EXPECT_THAT(std::string(model.status().message()),
              HasSubstr("control flow of TensorFlow 1 in the body of a function"));
}

}  // namespace
}  // namespace opgraft
