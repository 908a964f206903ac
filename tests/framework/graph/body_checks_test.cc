// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/functions/body_checks.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/graph/mini_graph.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

// A graph with one If node 'y' (`op`) and these functions.
absl::Status ImportIf(const std::string& functions, const std::string& op = "If",
                      const std::string& cond = "bool", const std::string& extra_attrs = "") {
  return Graph::Import(MiniGraph(absl::StrCat(
                           "c = Placeholder() dtype=", cond,
                           " shape=[]\nx = Placeholder() dtype=float shape=[2]\n", "y = ", op,
                           "(c, x) Tcond=", cond,
                           " Tin={float} Tout={float} then_branch=@then_fn else_branch=@else_fn ",
                           extra_attrs, "\n", functions)))
      .status();
}

const char kElse[] = "function else_fn(a: float) -> (r: float = a)\nend\n";

struct BadBranch {
  const char* about;
  const char* functions;
  absl::StatusCode code;
  const char* message;
};

TEST(BodyChecks, BranchesMustTakeTinAndGiveTout) {
  const BadBranch cases[] = {
      {"missing", "function then_nf(a: float) -> (r: float = a)\nend\n",
       absl::StatusCode::kNotFound,
       "node 'y' (If): then_branch 'then_fn' is not in the library; nearest: 'then_nf'"},
      {"an argument too many", "function then_fn(a: float, b: float) -> (r: float = a)\nend\n",
       absl::StatusCode::kInvalidArgument,
       "node 'y' (If): then_branch 'then_fn' has 2 arguments, but Tin has 1 types"},
      {"an argument of another type",
       "function then_fn(a: int32) -> (r: float = k:output:0)\nk = Const() dtype=float "
       "value=float[]:1\nend\n",
       absl::StatusCode::kInvalidArgument,
       "node 'y' (If): argument 0 of then_branch 'then_fn' is int32, but Tin[0] is float"},
      {"no result", "function then_fn(a: float) -> ()\nend\n", absl::StatusCode::kInvalidArgument,
       "node 'y' (If): then_branch 'then_fn' has 0 results, but Tout has 1 types"},
      {"a result of another type",
       "function then_fn(a: float) -> (r: int32 = k:output:0)\nk = Const() dtype=int32 "
       "value=int32[]:1\nend\n",
       absl::StatusCode::kInvalidArgument,
       "node 'y' (If): result 0 of then_branch 'then_fn' is int32, but Tout[0] is float"},
  };
  for (const BadBranch& c : cases) {
    const absl::Status status = ImportIf(absl::StrCat(c.functions, kElse));
    EXPECT_EQ(status.code(), c.code) << c.about << ": " << status;
    EXPECT_THAT(status.message(), HasSubstr(c.message)) << c.about;
  }
}

TEST(BodyChecks, BothBranchesAreTold) {
  const absl::Status status = ImportIf(
      "function then_fn() -> (r: float = k:output:0)\nk = Const() dtype=float "
      "value=float[]:1\nend\n"
      "function else_fn(a: float) -> ()\nend\n");
  EXPECT_THAT(status.message(), HasSubstr("then_branch 'then_fn' has 0 arguments"));
  EXPECT_THAT(status.message(), HasSubstr("else_branch 'else_fn' has 0 results"));
}

const char kStateful[] =
    "function then_fn(a: float) -> (r: float = n:r:0)\nn = deeper(a)\nend\n"
    "function deeper(a: float) -> (r: float = old:value:0)\n"
    "old = ReadValue() N=0 variable_id='s' variable_type=float variable_shape=[2]\nend\n";

TEST(BodyChecks, AStatelessIfMayHoldNoStatefulOpAtAnyDepth) {
  EXPECT_TRUE(ImportIf(absl::StrCat(kStateful, kElse)).ok());
  const absl::Status status = ImportIf(absl::StrCat(kStateful, kElse), "StatelessIf");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(
      status.message(),
      HasSubstr("node 'y' (StatelessIf): then_branch 'then_fn' holds the stateful node 'old' "
                "(ReadValue) in function 'deeper'"));
}

TEST(BodyChecks, AnIfWithoutStateIsNoStatefulOp) {
  EXPECT_TRUE(
      ImportIf(absl::StrCat(
                   "function then_fn(a: float) -> (r: float = n:output:0)\n"
                   "k = Const() dtype=bool value=bool[]:1\n"
                   "n = If(k:output:0, a) Tcond=bool Tin={float} Tout={float} then_branch=@else_fn "
                   "else_branch=@else_fn\nend\n",
                   kElse),
               "StatelessIf")
          .ok());
}

TEST(BodyChecks, ABranchThatTakesItselfIsCheckedOnce) {
  EXPECT_TRUE(
      ImportIf(absl::StrCat(
                   "function then_fn(a: float) -> (r: float = n:output:0)\n"
                   "k = Const() dtype=bool value=bool[]:1\n"
                   "n = If(k:output:0, a) Tcond=bool Tin={float} Tout={float} then_branch=@then_fn "
                   "else_branch=@else_fn\nend\n",
                   kElse))
          .ok());
}

// What a node that runs functions says of them; 'x' and 'n' are its inputs.
struct BadBody {
  const char* about;
  const char* node;
  const char* message;
};

const char kManyFunctions[] = R"(
  function one(a: float) -> (r: float = a)
  end
  function two(a: float, b: int32) -> (r: float = a, s: int32 = b)
  end
  function swapped(a: float, b: int32) -> (r: int32 = b, s: float = a)
  end
  function less(a: float, b: int32) -> (r: bool = k:output:0)
    k = Const() dtype=bool value=bool[]:1
  end
  function draws(a: float, b: int32) -> (r: float = old:value:0, s: int32 = b)
    old = ReadValue() N=0 variable_id='s' variable_type=float variable_shape=[2]
  end
)";

absl::Status ImportNode(const std::string& node) {
  return Graph::Import(MiniGraph(absl::StrCat("x = Placeholder() dtype=float shape=[2]\n",
                                              "n = Placeholder() dtype=int32 shape=[]\n",
                                              "y = ", node, "\n", kManyFunctions)))
      .status();
}

TEST(BodyChecks, EveryNodeThatRunsFunctionsIsHeldToWhatItGivesThem) {
  const BadBody cases[] = {
      {"a branch of a Case that is absent",
       "Case(n, x) Tin={float} Tout={float} branches={@one,@swaped}",
       "node 'y' (Case): branches[1] 'swaped' is not in the library; nearest: 'swapped'"},
      {"a branch of a Case that takes more",
       "Case(n, x) Tin={float} Tout={float} branches={@one,@two}",
       "branches[1] 'two' has 2 arguments, but Tin has 1 types"},
      {"a condition of two results", "While(x, n) T={float,int32} cond=@two body=@two",
       "node 'y' (While): cond 'two' has 2 results, but a condition is one tensor"},
      {"a condition that takes less", "While(x, n) T={float,int32} cond=@one body=@two",
       "cond 'one' has 1 arguments, but T has 2 types"},
      {"a body that gives less", "While(x, n) T={float,int32} cond=@less body=@less",
       "body 'less' has 1 results, but T has 2 types"},
      {"a body that gives other types than it takes",
       "While(x, n) T={float,int32} cond=@less body=@swapped",
       "result 0 of body 'swapped' is int32, but T[0] is float"},
      {"a stateful body", "StatelessWhile(x, n) T={float,int32} cond=@less body=@draws",
       "node 'y' (StatelessWhile): body 'draws' holds the stateful node 'old' (ReadValue) in "
       "function 'draws'; a StatelessWhile may hold none"},
      {"a called function that takes more", "PartitionedCall(x) Tin={float} Tout={float} f=@two",
       "node 'y' (PartitionedCall): f 'two' has 2 arguments, but Tin has 1 types"},
      {"a called function that gives another type",
       "StatefulPartitionedCall(x) Tin={float} Tout={int32} f=@one",
       "result 0 of f 'one' is float, but Tout[0] is int32"},
  };
  for (const BadBody& c : cases) {
    const absl::Status status = ImportNode(c.node);
    EXPECT_THAT(status.message(), HasSubstr(c.message)) << c.about;
  }
}

TEST(BodyChecks, NodesThatFitTheirFunctionsPass) {
  for (const char* node : {"Case(n, x) Tin={float} Tout={float} branches={@one}",
                           "While(x, n) T={float,int32} cond=@less body=@two",
                           "While(x, n) T={float,int32} cond=@less body=@draws",
                           "PartitionedCall(x, n) Tin={float,int32} Tout={float,int32} f=@draws"}) {
    EXPECT_TRUE(ImportNode(node).ok()) << node << ": " << ImportNode(node);
  }
}

TEST(BodyChecks, ABranchIsChosenByAScalar) {
  EXPECT_THAT(Graph::Import(
                  MiniGraph(absl::StrCat(
                      "x = Placeholder() dtype=float shape=[2]\n",
                      "n = Placeholder() dtype=int32 shape=[1]\n",
                      "y = Case(n, x) Tin={float} Tout={float} branches={@one}\n", kManyFunctions)))
                  .status()
                  .message(),
              HasSubstr("{{node y}}: the number of a branch must be a scalar, not of shape [1]"));
}

const char kSame[] = "function then_fn(a: float) -> (r: float = a)\nend\n";

TEST(BodyChecks, AScalarConditionWithoutTruthIsRefused) {
  EXPECT_TRUE(ImportIf(absl::StrCat(kSame, kElse), "If", "string").ok());
  const absl::Status status = ImportIf(absl::StrCat(kSame, kElse), "If", "half");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(),
              HasSubstr("{{node y}}: a scalar of type half cannot be used as a condition"));
}

TEST(BodyChecks, OutputShapesMustFitTheBranches) {
  EXPECT_TRUE(ImportIf(absl::StrCat(kSame, kElse), "If", "bool", "output_shapes={[?]}").ok());
  EXPECT_THAT(
      ImportIf(absl::StrCat(kSame, kElse), "If", "bool", "output_shapes={[3]}").message(),
      HasSubstr("{{node y}}: output_shapes[0] is [3], but then_branch 'then_fn' gives [2]"));
  EXPECT_FALSE(ImportIf(absl::StrCat(kSame, kElse), "If", "bool", "output_shapes={[2],[2]}").ok());
}

}  // namespace
}  // namespace opgraft
