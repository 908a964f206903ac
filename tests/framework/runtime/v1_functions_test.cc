// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Functions whose bodies hold the control flow of TensorFlow 1, as wrap_function writes them.
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
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
  function remembers(v: float, p: bool) -> (r: float = c:r:0)
    c = remember_if(v, p)
  end
  function falls(v: float, p: bool) -> (r: float = m:output:0)
    s = Switch(v, p) T=float
    n = Neg(s:output_true:0) T=float
    on = Greater(n:y:0, s:output_true:0) T=float
    a = falls(n:y:0, on:z:0)
    m = Merge(s:output_false:0, a:r:0) T=float N=2
  end
)";

GraphDef GraphOf(const std::string& y) {
  return MiniGraph(absl::StrCat("x = Placeholder() dtype=float shape=[]\n",
                                "p = Placeholder() dtype=bool shape=[]\n", "y = ", y, "\n",
                                kFunctions));
}

absl::StatusOr<Graph> Import(const std::string& y) { return Graph::Import(GraphOf(y)); }

// Gives every function an attr T in the place of float, and what calls them that attr: float in the
// graph, the caller's own in functions.
void MakeGeneric(GraphDef* graph) {
  const auto is_function = [graph](const std::string& op) {
    return absl::c_any_of(graph->library().function(),
                          [&op](const FunctionDef& f) { return f.signature().name() == op; });
  };
  const auto set = [&is_function](const AttrValue& type, NodeDef* node) {
    if (is_function(node->op())) (*node->mutable_attr())["T"] = type;
    for (auto& [name, value] : *node->mutable_attr()) {
      if (value.has_func()) (*value.mutable_func()->mutable_attr())["T"] = type;
    }
  };
  AttrValue own, given;
  own.set_placeholder("T");
  given.set_type(DT_FLOAT);
  for (NodeDef& node : *graph->mutable_node()) set(given, &node);
  for (FunctionDef& function : *graph->mutable_library()->mutable_function()) {
    OpDef* const signature = function.mutable_signature();
    signature->add_attr()->set_name("T");
    signature->mutable_attr(0)->set_type("type");
    const auto generalise = [](OpDef::ArgDef* arg) {
      if (arg->type() != DT_FLOAT) return;
      arg->clear_type();
      arg->set_type_attr("T");
    };
    for (OpDef::ArgDef& arg : *signature->mutable_input_arg()) generalise(&arg);
    for (OpDef::ArgDef& arg : *signature->mutable_output_arg()) generalise(&arg);
    for (NodeDef& node : *function.mutable_node_def()) {
      for (auto& [name, value] : *node.mutable_attr()) {
        if (value.type() == DT_FLOAT) value = own;
      }
      set(own, &node);
    }
  }
}

absl::StatusOr<CompiledModel> Compile(const std::string& y, bool is_generic = false) {
  GraphDef def = GraphOf(y);
  if (is_generic) MakeGeneric(&def);
  const absl::StatusOr<Graph> graph = Graph::Import(def);
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
    for (const bool is_generic : {false, true}) {
      SCOPED_TRACE(absl::StrCat(c.y, is_generic ? " with attrs" : ""));
      const auto model = Compile(c.y, is_generic);
      ASSERT_TRUE(model.ok()) << model.status();
      InferRequest request = model->CreateRequest();
      EXPECT_THAT(RunOnce(&request, 3, true), HasSubstr(c.if_true));
      EXPECT_THAT(RunOnce(&request, 3, false), HasSubstr(c.if_false));
    }
  }
}

TEST(V1Functions, AssignInTheBranchThatIsTaken) {
  for (const char* y :
       {"StatefulPartitionedCall(x, p) Tin={float,bool} Tout={float} f=@remember_if",
        "remembers(x, p)"}) {
    for (const bool is_generic : {false, true}) {
      SCOPED_TRACE(absl::StrCat(y, is_generic ? " with attrs" : ""));
      const auto model = Compile(y, is_generic);
      ASSERT_TRUE(model.ok()) << model.status();
      InferRequest request = model->CreateRequest();
      EXPECT_EQ(RunOnce(&request, 3, false), "0");
      EXPECT_EQ(RunOnce(&request, 5, true), "0");
      EXPECT_EQ(RunOnce(&request, 7, false), "5");
      EXPECT_EQ(RunOnce(&request, 9, false), "5");
    }
  }
}

// A function has a form for each type that it is called with.
TEST(V1Functions, WithAttrsTakeEachOfTheirTypes) {
  GraphDef def = GraphOf("negate_if(x, p)");
  MakeGeneric(&def);
  for (const DataType type : {DT_INT32, DT_INT64}) {
    NodeDef* const cast = def.add_node();
    cast->set_name(absl::StrCat("x_", DataTypeString(type)));
    cast->set_op("Cast");
    cast->add_input("x");
    (*cast->mutable_attr())["SrcT"].set_type(DT_FLOAT);
    (*cast->mutable_attr())["DstT"].set_type(type);
    NodeDef* const call = def.add_node();
    call->set_name(DataTypeString(type));
    call->set_op("negate_if");
    call->add_input(cast->name());
    call->add_input("p");
    (*call->mutable_attr())["T"].set_type(type);
  }
  const auto graph = Graph::Import(def);
  ASSERT_TRUE(graph.ok()) << graph.status();
  CompileOptions options;
  options.signatures.resize(1);
  options.signatures[0].feeds = {"x", "p"};
  options.signatures[0].fetches = {"y", "int32", "int64"};
  const auto model = CompiledModel::Compile(*graph, options);
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  const auto outputs = request.Run({{"x", Tensor::Scalar(2.5f)}, {"p", Tensor::Scalar(true)}});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_EQ((*outputs)[0].SummarizeValue(-1), "-2.5");
  EXPECT_EQ((*outputs)[1].scalar<int32_t>()(), -2);
  EXPECT_EQ((*outputs)[2].scalar<int64_t>()(), -2);
}

// What calls itself has one form for each set of attrs, however often it is called.
TEST(V1Functions, WithAttrsMayCallThemselves) {
  const auto model = Compile("falls(x, p)", /*is_generic=*/true);
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  EXPECT_EQ(RunOnce(&request, 3, true), "-3");
  EXPECT_EQ(RunOnce(&request, -4, true), "-4");
  EXPECT_EQ(RunOnce(&request, 3, false), "3");
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
