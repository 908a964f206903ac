// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/v1_control_flow/v1_results.h"

#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/data/graph_editor.h"
#include "gtest/gtest.h"
#include "tests/framework/graph/mini_graph.h"

namespace opgraft_internal {
namespace {

using opgraft::MiniGraph;

// The names of the nodes that do not run always, in the graph's order.
std::string Inside(absl::string_view text) {
  const auto graph = Graph::Import(MiniGraph(text));
  EXPECT_TRUE(graph.ok()) << graph.status();
  if (!graph.ok()) return "";
  const std::vector<bool> runs_always = RunsAlways(GraphEditor::DataOf(*graph));
  std::vector<std::string> names;
  for (int id = 0; id < graph->num_nodes(); ++id) {
    if (!runs_always[static_cast<size_t>(id)]) names.emplace_back(graph->node(id).name());
  }
  return absl::StrJoin(names, " ");
}

constexpr char kInputs[] =
    "x = Placeholder() dtype=float shape=[]\n"
    "p = Placeholder() dtype=bool shape=[]\n";

TEST(RunsAlways, HoldsForAllOfAPlainGraph) {
  EXPECT_EQ(Inside(std::string(kInputs) + "y = Neg(x) T=float\n"), "");
}

TEST(RunsAlways, EndsAtASwitchAndBeginsAtItsMerge) {
  EXPECT_EQ(Inside(std::string(kInputs) + "s = Switch(x, p) T=float\n"
                                          "pivot = Identity(s:1) T=float\n"
                                          "c = Const(^pivot) dtype=float value=float[]:1\n"
                                          "n = Neg(s) T=float\n"
                                          "m = Merge(n, c) T=float N=2\n"
                                          "y = Neg(m) T=float\n"),
            "s pivot c n");
}

TEST(RunsAlways, KnowsABranchInABranch) {
  EXPECT_EQ(Inside(std::string(kInputs) + "s = Switch(x, p) T=float\n"
                                          "sp = Switch(p, p) T=bool\n"
                                          "t = Switch(s:1, sp:1) T=float\n"
                                          "inner = Merge(t, t:1) T=float N=2\n"
                                          "outer = Merge(s, inner) T=float N=2\n"),
            "s sp t inner");
}

TEST(RunsAlways, EndsAtALoopsEnterAndBeginsAtItsExit) {
  EXPECT_EQ(Inside("z = Const() dtype=int32 value=int32[]:0\n"
                   "n = Const() dtype=int32 value=int32[]:5\n"
                   "e = Enter(z) T=int32 frame_name='f'\n"
                   "m = Merge(e, ni) T=int32 N=2\n"
                   "en = Enter(n) T=int32 frame_name='f' is_constant=true\n"
                   "less = Less(m, en) T=int32\n"
                   "lc = LoopCond(less)\n"
                   "s = Switch(m, lc) T=int32\n"
                   "id = Identity(s:1) T=int32\n"
                   "one = Const(^id) dtype=int32 value=int32[]:1\n"
                   "add = AddV2(id, one) T=int32\n"
                   "ni = NextIteration(add) T=int32\n"
                   "out = Exit(s) T=int32\n"
                   "y = Neg(out) T=int32\n"),
            "e m en less lc s id one add ni");
}

TEST(RunsAlways, SaysNoBehindAnExitOfNoLoop) {
  EXPECT_EQ(Inside(std::string(kInputs) + "e = Enter(x) T=float frame_name='f'\n"
                                          "out = Exit(e) T=float\n"
                                          "y = Neg(out) T=float\n"),
            "e out y");
}

}  // namespace
}  // namespace opgraft_internal
