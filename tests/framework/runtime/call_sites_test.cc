// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Nodes that run functions, known by what they are and not by the names of their ops.

#include <climits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/graph/io/import.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/common_call_sites.h"
#include "framework/op/op_registry.h"
#include "framework/runtime/compiled_model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/graph/mini_graph.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

const char kFunctions[] = R"(
  function neg(v: float) -> (r: float = n:y:0)
    n = Neg(v) T=float
  end
  function twice(v: float) -> (r: float = n:z:0)
    n = AddV2(v, v) T=float
  end
  function pass(v: float) -> (r: float = v)
  end
  function remember(v: float) -> (r: float = n:z:0)
    old = ReadValue() N=0 variable_id='sum' variable_type=float variable_shape=[]
    n = AddV2(old:value:0, v) T=float
    new = Assign(n:z:0) T=float variable_id='sum'
  end
  function refuse(v: float) -> (r: float = v)
    no = Const() dtype=bool value=bool[]:0
    a = Assert(no:output:0, v) T={float}
  end
)";

absl::StatusOr<CompiledModel> Compile(const std::string& y, const ImportOptions& import = {},
                                      int max_inlined_steps = 1000) {
  const GraphDef def =
      MiniGraph(absl::StrCat("x = Placeholder() dtype=float shape=[]\n",
                             "i = Placeholder() dtype=int32\n", "y = ", y, "\n", kFunctions));
  const absl::StatusOr<Graph> graph = Graph::Import(def, import);
  if (!graph.ok()) return graph.status();
  CompileOptions options;
  options.limits.max_inlined_steps = max_inlined_steps;
  options.signatures.resize(1);
  options.signatures[0].feeds = {"x", "i"};
  options.signatures[0].fetches = {"y"};
  return CompiledModel::Compile(*graph, options);
}

absl::StatusOr<float> RunOnce(InferRequest* request, float x, const Tensor& i) {
  const absl::StatusOr<Outputs> outputs = request->Run({{"x", Tensor(x)}, {"i", i}});
  if (!outputs.ok()) return outputs.status();
  return (*outputs)[0].scalar<float>()();
}

// What y is for x = 3.
absl::StatusOr<float> ValueOfY(const absl::StatusOr<CompiledModel>& model, const Tensor& i) {
  if (!model.ok()) return model.status();
  InferRequest request = model->CreateRequest();
  return RunOnce(&request, 3, i);
}

// The ops of the process, and "Choose", which is to If what one name is to another.
ImportOptions WithChoose() {
  OpRegistryBuilder ops(OpRegistry::Global());
  ops.Add(OpDefBuilder("Choose")
              .Input("by: int32")
              .Input("of: float")
              .Output("chosen: float")
              .Attr("right: func")
              .Attr("wrong: func")
              .SetIsStateful()
              .SetCallSiteFn(OpRole::kBranch, [](const CallSiteNode& node, CallSite* site) {
                return TwoBranches(node, "right", "wrong", site);
              }));
  auto registry = ops.Build();
  EXPECT_TRUE(registry.ok()) << registry.status();
  ImportOptions options;
  options.registry =
      KernelRegistryBuilder(*std::move(registry), KernelRegistry::Global()).BuildKeepingGood();
  return options;
}

TEST(CallSites, TheRoleOfIfMayHaveAnotherName) {
  for (const int max_inlined_steps : {1000, 0}) {
    const auto model =
        Compile("Choose(i, x) right=@twice wrong=@neg", WithChoose(), max_inlined_steps);
    EXPECT_EQ(*ValueOfY(model, Tensor(1)), 6);
    EXPECT_EQ(*ValueOfY(model, Tensor(0)), -3);
  }
}

TEST(CallSites, StateInABranchOfAnyNameIsFoundAndKept) {
  const auto model = Compile("Choose(i, x) right=@remember wrong=@neg", WithChoose());
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  EXPECT_EQ(*RunOnce(&request, 3, Tensor(1)), 3);
  EXPECT_EQ(*RunOnce(&request, 4, Tensor(0)), -4);
  EXPECT_EQ(*RunOnce(&request, 5, Tensor(1)), 8);
}

TEST(CallSites, ACaseRunsTheBranchOfItsNumberAndElseTheLast) {
  for (const char* op : {"Case", "StatelessCase"}) {
    for (const int max_inlined_steps : {1000, 0}) {
      const auto model =
          Compile(absl::StrCat(op, "(i, x) Tin={float} Tout={float} branches={@neg,@twice,@pass}"),
                  {}, max_inlined_steps);
      EXPECT_EQ(*ValueOfY(model, Tensor(0)), -3) << op;
      EXPECT_EQ(*ValueOfY(model, Tensor(1)), 6) << op;
      for (const int i : {2, 3, -1, INT_MAX, INT_MIN})
        EXPECT_EQ(*ValueOfY(model, Tensor(i)), 3) << op << i;
    }
  }
}

TEST(CallSites, ACaseOfOneBranchRunsIt) {
  const auto model = Compile("Case(i, x) Tin={float} Tout={float} branches={@twice}");
  EXPECT_EQ(*ValueOfY(model, Tensor(5)), 6);
}

TEST(CallSites, TheNumberOfABranchMustBeAScalar) {
  const auto model = Compile("Case(i, x) Tin={float} Tout={float} branches={@neg,@twice}");
  const absl::StatusOr<float> got = ValueOfY(model, Tensor::Of({1}));
  EXPECT_EQ(got.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(got.status().message()),
              HasSubstr("{{node y}} Case: the number of a branch must be a scalar, not of shape "
                        "[1]"));
}

TEST(CallSites, APartitionedCallIsACall) {
  for (const char* op : {"PartitionedCall", "StatefulPartitionedCall"}) {
    for (const int max_inlined_steps : {1000, 0}) {
      const auto model = Compile(absl::StrCat(op, "(x) Tin={float} Tout={float} f=@remember"), {},
                                 max_inlined_steps);
      ASSERT_TRUE(model.ok()) << model.status();
      InferRequest request = model->CreateRequest();
      EXPECT_EQ(*RunOnce(&request, 3, Tensor(0)), 3) << op;
      EXPECT_EQ(*RunOnce(&request, 4, Tensor(0)), 7) << op;
    }
  }
}

TEST(CallSites, AnErrorInABodyNamesTheCall) {
  for (const int max_inlined_steps : {1000, 0}) {
    for (const char* y : {"Case(i, x) Tin={float} Tout={float} branches={@neg,@refuse}",
                          "PartitionedCall(x) Tin={float} Tout={float} f=@refuse"}) {
      const absl::Status status = ValueOfY(Compile(y, {}, max_inlined_steps), Tensor(1)).status();
      EXPECT_THAT(std::string(status.message()), HasSubstr("; in call of 'refuse' at {{node y}}"))
          << y;
    }
  }
}

}  // namespace
}  // namespace opgraft
