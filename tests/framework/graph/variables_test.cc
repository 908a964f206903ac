// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/variables/variables.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/variables/state_index.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/graph/mini_graph.h"

namespace opgraft {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

absl::StatusOr<std::vector<VariableInfo>> VariablesOf(const std::string& text) {
  const auto graph = Graph::Import(MiniGraph(text));
  if (!graph.ok()) return graph.status();
  return CollectVariables(*graph);
}

std::vector<std::string> IdsOf(const std::string& text) {
  const auto variables = VariablesOf(text);
  if (!variables.ok()) return {variables.status().ToString()};
  std::vector<std::string> ids;
  for (const VariableInfo& variable : *variables) ids.push_back(variable.id);
  return ids;
}

// Node lines that many graphs here share.
std::string Read(const std::string& name, const std::string& id, const std::string& shape = "[2]",
                 const std::string& type = "float") {
  return absl::StrCat(name, " = ReadValue() N=0 variable_id='", id, "' variable_type=", type,
                      " variable_shape=", shape, "\n");
}
std::string Write(const std::string& name, const std::string& id, const std::string& value,
                  const std::string& type = "float") {
  return absl::StrCat(name, " = Assign(", value, ") T=", type, " variable_id='", id, "'\n");
}
std::string Choice(const std::string& name, const std::string& then_fn, const std::string& else_fn,
                   const std::string& input = "x") {
  return absl::StrCat(name, " = If(cond, ", input,
                      ") Tcond=bool Tin={float} Tout={float} then_branch=@", then_fn,
                      " else_branch=@", else_fn, "\n");
}
std::string Loop(const std::string& name, const std::string& cond, const std::string& body,
                 const std::string& input = "x") {
  return absl::StrCat(name, " = While(", input, ") T={float} cond=@", cond, " body=@", body, "\n");
}
std::string Function(const std::string& name, const std::string& body,
                     const std::string& result = "v") {
  return absl::StrCat("function ", name, "(v: float) -> (r: float = ", result, ")\n", body,
                      "end\n");
}
const char kInputs[] =
    "cond = Placeholder() dtype=bool shape=[]\nx = Placeholder() dtype=float shape=[2]\n";
// A condition, with more nodes.
std::string Condition(const std::string& name, const std::string& nodes = "") {
  return absl::StrCat("function ", name, "(v: float) -> (r: bool = k:output:0)\n",
                      "k = Const() dtype=bool value=bool[]:1\n", nodes, "end\n");
}
const char kPass[] = "function pass(v: float) -> (r: float = v)\nend\n";

struct BadCase {
  const char* about;
  std::string graph;
  std::vector<std::string> contains;
};

std::vector<BadCase> BadCases() {
  const std::string in = kInputs;
  const std::string pass = kPass;
  return {
      {"an Assign of another type",
       in + Read("old", "total") + "whole = Cast(x) SrcT=float DstT=int32\n" +
           Write("save", "total", "whole", "int32"),
       {"node 'save' (Assign): variable 'total' is float[2]; got int32[2] from 'whole'"}},
      {"an Assign of another shape",
       "x = Placeholder() dtype=float shape=[3]\n" + Read("old", "total") +
           Write("save", "total", "x"),
       {"node 'save' (Assign): variable 'total' is float[2]; got float[3] from 'x'"}},
      {"an Assign in a branch, whose shape is the capture's",
       "cond = Placeholder() dtype=bool shape=[]\nlong = Placeholder() dtype=float shape=[3]\n" +
           Choice("choice", "f", "pass", "long") + pass +
           Function("f", Read("inner_old", "total") + Write("inner_save", "total", "v")),
       {"node 'inner_save' (Assign), in 'f' at 'choice': variable 'total' is float[2]; got "
        "float[3] from 'v'"}},
      {"an Assign without ReadValue",
       in + Write("save", "nowhere", "x"),
       {"node 'save' (Assign): no ReadValue names variable 'nowhere'"}},
      {"a misspelt id",
       in + Read("old", "total") + Choice("choice", "pass", "f") + pass +
           Function("f", Write("stray_save", "totl", "v")),
       {"node 'stray_save' (Assign), in 'f' at 'choice': no ReadValue names variable 'totl'; "
        "nearest: 'total'"}},
      {"an empty id",
       in + Read("old", "") + Write("save", "", "x"),
       {"node 'old' (ReadValue): variable_id is empty",
        "node 'save' (Assign): variable_id is empty"}},
      {"an init of unknown size",
       "x = Placeholder() dtype=float shape=[?]\nold = ReadValue(x) N=1 variable_id='s' "
       "variable_type=float "
       "variable_shape=[2]\n",
       {"node 'old' (ReadValue): variable 's' is float[2]; its init 'x' is float[?]"}},
      {"an init of another size",
       "x = Placeholder() dtype=float shape=[3]\nold = ReadValue(x) N=1 variable_id='s' "
       "variable_type=float "
       "variable_shape=[2]\n",
       {"its init 'x' is float[3]"}},
      {"no rank and no init",
       Read("old", "s", "[...]"),
       {"node 'old' (ReadValue)", "'s' has neither a rank nor an init"}},
      {"two ReadValues that disagree on the type",
       in + Choice("choice", "f", "g") + Function("f", Read("old", "total")) +
           Function("g", Read("other_old", "total", "[2]", "int32")),
       {"node 'other_old' (ReadValue), in 'g' at 'choice': variable 'total' is int32[2] here, but "
        "float[2] at node "
        "'old' (ReadValue), "
        "in 'f' at 'choice'"}},
      {"two ReadValues that disagree on the shape",
       in + Choice("choice", "f", "g") + Function("f", Read("old", "total")) +
           Function("g", Read("other_old", "total", "[?]")),
       {"float[?] here, but float[2]"}},
      {"two ReadValues",
       in + Read("a", "s") + Read("b", "s"),
       {"variable 's' is read twice on one path: by 'a' and by 'b'"}},
      {"two Assigns",
       in + Read("a", "s") + Write("b", "s", "x") + Write("c", "s", "x"),
       {"variable 's' is assigned twice on one path: by 'b' and by 'c'"}},
      {"a ReadValue in a branch and one outside",
       in + Choice("choice", "f", "pass") + Read("outer_old", "s") + pass +
           Function("f", Read("old", "s")),
       {"variable 's' is read twice on one path: by 'old', in 'f' at 'choice' and by 'outer_old'"}},
      {"two Ifs",
       in + Choice("one", "f", "pass") + Choice("two", "f", "pass") + pass +
           Function("f", Read("old", "s")),
       {"by 'old', in 'f' at 'one' and by 'old', in 'f' at 'two'"}},
      {"a second Assign one If deeper",
       in + Choice("top", "outer_fn", "pass") + pass +
           Function("inner_fn", Read("old", "s") + Write("save", "s", "v")) +
           Function(
               "outer_fn",
               "less = Const() dtype=bool value=bool[]:1\n"
               "deep = If(less:output:0, v) Tcond=bool Tin={float} Tout={float} then_branch=@pass "
               "else_branch=@inner_fn\n" +
                   Write("late_save", "s", "deep:output:0")),
       {"variable 's' is assigned twice on one path: by 'save', in 'inner_fn' at 'deep' and by "
        "'late_save' (both in "
        "'outer_fn')"}},
      {"a function called twice",
       in + "a = f(x)\nb = f(a)\n" + Function("f", Read("old", "s")),
       {"by 'old', in 'f' at 'a' and by 'old', in 'f' at 'b'"}},
      {"a function with state that calls itself",
       in + "a = f(x)\n" + Function("f", Read("old", "s") + "again = f(v)\n"),
       {"node 'again' (f): function 'f' holds state and calls itself"}},
      {"an If with state that calls itself",
       in + Choice("top", "f", "pass") + pass +
           Function(
               "f",
               "yes = Const() dtype=bool value=bool[]:1\n" + Read("old", "s") +
                   "again = If(yes:output:0, v) Tcond=bool Tin={float} Tout={float} then_branch=@f "
                   "else_branch=@pass\n"),
       {"node 'again' (If): function 'f' holds state and calls itself"}},
      {"a variable inside and outside a loop",
       in + Read("old", "s") + Loop("loop", "go", "f") + Condition("go") +
           Function("f", Write("save", "s", "v")),
       {"variable 's' is both inside and outside a loop: at 'old' and at 'save', in 'f' at "
        "'loop'; read and assign it on one side only"}},
      {"a variable in a loop and behind it",
       in + Loop("loop", "go", "f") + Write("late", "s", "loop") + Condition("go") +
           Function("f", Read("old", "s")),
       {"at 'old', in 'f' at 'loop' and at 'late'"}},
      {"a variable in two loops",
       in + Loop("one", "go", "f") + Loop("two", "go", "g") + Condition("go") +
           Function("f", Read("old", "s")) + Function("g", Write("save", "s", "v")),
       {"at 'old', in 'f' at 'one' and at 'save', in 'g' at 'two'"}},
      {"a variable in a loop and in a loop in it",
       in + Loop("outer", "go", "f") + Condition("go") +
           Function("f", Read("old", "s") + Loop("inner", "go", "g", "v")) +
           Function("g", Write("save", "s", "v")),
       {"at 'old' and at 'save', in 'g' at 'inner'"}},
      {"a variable in a branch's loop and behind the branch",
       in + Choice("choice", "f", "pass") + Read("old", "s") + pass + Condition("go") +
           Function("f", Loop("loop", "go", "g", "v")) + Function("g", Write("save", "s", "v")),
       {"at 'save', in 'g' at 'loop', in 'f' at 'choice' and at 'old'"}},
      {"a condition and a body that read one variable",
       in + Loop("loop", "go", "f") + Condition("go", Read("first", "s")) +
           Function("f", Read("second", "s")),
       {"variable 's' is read twice on one path: by 'first', in 'go' at 'loop' and by 'second', in "
        "'f' at 'loop'"}},
  };
}

TEST(Variables, RefusesWhatContradictsItselfAndNamesNodes) {
  for (const BadCase& c : BadCases()) {
    const auto variables = VariablesOf(c.graph);
    ASSERT_EQ(variables.status().code(), absl::StatusCode::kInvalidArgument)
        << c.about << ": " << variables.status();
    for (const std::string& text : c.contains)
      EXPECT_THAT(variables.status().message(), HasSubstr(text)) << c.about;
  }
}

TEST(Variables, AreCheckedAtImport) {
  for (const BadCase& c : BadCases()) {
    const auto graph = Graph::Import(MiniGraph(c.graph));
    EXPECT_EQ(graph.status().code(), absl::StatusCode::kInvalidArgument) << c.about;
  }
}

TEST(Variables, TellsAllProblemsALineEach) {
  const auto variables =
      VariablesOf(std::string(kInputs) + Read("a", "s") + Read("b", "s") + Write("c", "t", "x"));
  EXPECT_THAT(variables.status().message(),
              AllOf(HasSubstr("read twice"), HasSubstr("\nnode 'c' (Assign): no ReadValue")));
}

TEST(Variables, OneMistakeGivesOneMessage) {
  const auto variables =
      VariablesOf(std::string(kInputs) + "a = f(x)\nb = f(a)\n" + Function("f", Read("old", "s")));
  EXPECT_THAT(variables.status().message(), ::testing::Not(HasSubstr("\n")));
}

TEST(Variables, AnAssignIsNotBlamedForReadValuesThatDisagree) {
  const auto variables = VariablesOf(
      std::string(kInputs) + Choice("choice", "f", "g") + Function("f", Read("old", "s")) +
      Function("g", Read("other", "s", "[3]") + Write("save", "s", "v")));
  EXPECT_THAT(variables.status().message(), ::testing::Not(HasSubstr("save")));
}

TEST(Variables, StandInTheOrderOfTheirReadValuesBodiesWhereCalledThenBeforeElse) {
  EXPECT_THAT(
      IdsOf(std::string(kInputs) + Read("z", "z") + Choice("choice", "f", "g") + Read("a", "a") +
            Function("g", Read("old", "else")) + Function("f", Read("old", "then") + "n = h(v)\n") +
            Function("h", Read("old", "inner"))),
      ElementsAre("z", "then", "inner", "else", "a"));
}

TEST(Variables, BranchesOfOneIfAreDifferentPaths) {
  EXPECT_THAT(IdsOf(std::string(kInputs) + Choice("choice", "f", "g") +
                    Function("f", Read("old", "s") + Write("save", "s", "v")) +
                    Function("g", Read("old", "s") + Write("save", "s", "v"))),
              ElementsAre("s"));
}

TEST(Variables, MayBeReadOutsideAndAssignedInABranch) {
  EXPECT_THAT(IdsOf(std::string(kInputs) + Read("old", "s") + Choice("choice", "f", "pass") +
                    kPass + Function("f", Write("save", "s", "v"))),
              ElementsAre("s"));
}

TEST(Variables, OfALoopAreReadAndAssignedInIt) {
  EXPECT_THAT(
      IdsOf(std::string(kInputs) + Loop("loop", "go", "f") + Condition("go", Read("asked", "c")) +
            Function("f", Read("old", "s") + Write("save", "s", "v"))),
      ElementsAre("c", "s"));
}

TEST(Variables, OneBranchMayHaveALoopAndTheOtherNone) {
  EXPECT_THAT(IdsOf(std::string(kInputs) + Choice("choice", "f", "h") + Condition("go") +
                    Function("f", Loop("loop", "go", "g", "v")) +
                    Function("g", Read("old", "s") + Write("save", "s", "v")) +
                    Function("h", Read("old", "s"))),
              ElementsAre("s"));
}

TEST(Variables, CallsThatDoubleAreLookedAtOnce) {
  std::string text =
      std::string(kInputs) + "y = f40(x)\n" + Function("f0", "n = Neg(v) T=float\n", "n:y:0");
  for (int i = 1; i <= 40; ++i) {
    const std::string inner = absl::StrCat("f", i - 1);
    text += Function(absl::StrCat("f", i),
                     absl::StrCat("a = ", inner, "(v)\nb = ", inner, "(a:r:0)\n"), "b:r:0");
  }
  EXPECT_THAT(IdsOf(text), ElementsAre());
  // The same with state at the bottom: called twice, told once.
  const auto variables =
      VariablesOf(text + Function("unused", "") + Read("z", "z") + Read("zz", "z"));
  EXPECT_THAT(variables.status().message(), HasSubstr("'z' is read twice"));
}

TEST(Variables, AReportNamesEveryNodeThatTouchesAVariableOnceMore) {
  const auto status = VariablesOf(std::string(kInputs) + Read("a", "s") + Read("b", "s") +
                                  Read("c", "s") + Read("d", "s"))
                          .status();
  EXPECT_EQ(status.message(),
            "variable 's' is read twice on one path: by 'a' and by 'b'; only the branches of one "
            "If are different paths\n"
            "variable 's' is read twice on one path: by 'a' and by 'c'; only the branches of one "
            "If are different paths\n"
            "variable 's' is read twice on one path: by 'a' and by 'd'; only the branches of one "
            "If are different paths");
}

TEST(Variables, StateBelowManyCallsIsRefused) {
  std::string text = std::string(kInputs) + "y = f0(x)\n" + Function("f200", Read("old", "s"));
  for (int i = 0; i < 200; ++i)
    text += Function(absl::StrCat("f", i), absl::StrCat("a = f", i + 1, "(v)\n"), "a:r:0");
  EXPECT_THAT(VariablesOf(text).status().message(), HasSubstr("state below more than 100 calls"));
}

struct ZeroCase {
  std::string graph;
  TensorShape zero;
};

TEST(Variables, ZeroHasTheSmallestShapeOrThatOfTheInit) {
  const ZeroCase cases[] = {
      {Read("old", "s", "[2,3]"), TensorShape({2, 3})},
      {Read("old", "s", "[?,3]"), TensorShape({0, 3})},
      {Read("old", "s", "[]"), TensorShape()},
      {"x = Placeholder() dtype=float shape=[?,2]\nold = ReadValue(x) N=1 variable_id='s' "
       "variable_type=float\n",
       TensorShape({0, 2})},
      {"x = Placeholder() dtype=float\nold = ReadValue(x) N=1 variable_id='s' "
       "variable_type=float\n",
       TensorShape({0})},
  };
  for (const ZeroCase& c : cases) {
    const auto variables = VariablesOf(c.graph);
    ASSERT_TRUE(variables.ok()) << variables.status();
    EXPECT_EQ((*variables)[0].zero_shape, c.zero) << c.graph;
  }
}

TEST(Variables, AValueMustHaveTheirTypeAndShape) {
  VariableInfo v;
  v.id = "v";
  v.type = DT_FLOAT;
  v.shape = PartialTensorShape({2});
  EXPECT_TRUE(CheckValue(v, Tensor(DT_FLOAT, {2})).ok());
  EXPECT_EQ(CheckValue(v, Tensor(DT_DOUBLE, {2})).message(),
            "variable 'v' is float[2]; got double[2]");
  EXPECT_EQ(CheckValue(v, Tensor(DT_FLOAT, {3})).message(),
            "variable 'v' is float[2]; got float[3]");
  v.shape = PartialTensorShape();
  EXPECT_TRUE(CheckValue(v, Tensor(DT_FLOAT, {3, 1})).ok());
}

TEST(StateIndex, KnowsSinksAtAnyDepth) {
  const auto graph = Graph::Import(
      MiniGraph(std::string(kInputs) + Read("old", "s") + Choice("choice", "f", "pass") +
                "n = Neg(x) T=float\n" + "reads = h(x)\n" + kPass + Function("f", "n = g(v)\n") +
                Function("g", Write("save", "s", "v")) + Function("h", Read("old", "t"))));
  ASSERT_TRUE(graph.ok()) << graph.status();
  const auto index = StateIndex::Make(*graph);
  ASSERT_TRUE(index.ok());
  const auto node = [&](const char* name) { return graph->node(graph->FindNode(name)); };
  EXPECT_TRUE(index->IsSink(node("choice")));
  EXPECT_FALSE(index->IsSink(node("n")));
  EXPECT_FALSE(index->IsSink(node("old")));
  EXPECT_TRUE(index->IsStateful(node("old")));
  EXPECT_FALSE(index->IsSink(node("reads")));
  EXPECT_TRUE(index->IsStateful(node("reads")));
}

}  // namespace
}  // namespace opgraft
