// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/v1_control_flow/v1_results.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/data/graph_editor.h"
#include "gtest/gtest.h"
#include "tests/framework/graph/mini_graph.h"
#include "tests/framework/graph/v1_texts.h"

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

TEST(RunsAlways, HoldsForAllOfAPlainGraph) {
  EXPECT_EQ(Inside(absl::StrCat(kInputs, "y = Neg(x) T=float\n")), "");
}

TEST(RunsAlways, EndsAtASwitchAndBeginsAtItsMerge) {
  EXPECT_EQ(Inside(absl::StrCat(kInputs,
                                "s = Switch(x, p) T=float\n"
                                "pivot = Identity(s:1) T=float\n"
                                "c = Const(^pivot) dtype=float value=float[]:1\n"
                                "n = Neg(s) T=float\n"
                                "m = Merge(n, c) T=float N=2\n"
                                "y = Neg(m) T=float\n")),
            "s pivot c n");
}

TEST(RunsAlways, KnowsABranchInABranch) {
  EXPECT_EQ(Inside(absl::StrCat(kInputs,
                                "s = Switch(x, p) T=float\n"
                                "sp = Switch(p, p) T=bool\n"
                                "t = Switch(s:1, sp:1) T=float\n"
                                "inner = Merge(t, t:1) T=float N=2\n"
                                "outer = Merge(s, inner) T=float N=2\n")),
            "s sp t inner");
}

TEST(RunsAlways, EndsAtALoopsEnterAndBeginsAtItsExit) {
  EXPECT_EQ(Inside(absl::StrCat(kLoop, "y = Neg(out) T=int32\n")),
            "e m en less lc s id one add ni");
}

TEST(RunsAlways, SaysNoBehindAnExitOfNoLoop) {
  EXPECT_EQ(Inside(absl::StrCat(kInputs,
                                "e = Enter(x) T=float frame_name='f'\n"
                                "out = Exit(e) T=float\n"
                                "y = Neg(out) T=float\n")),
            "e out y");
}

}  // namespace
}  // namespace opgraft_internal
