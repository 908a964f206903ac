// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/functions/stateful_op_finder.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/graph/data/graph.h"
#include "gtest/gtest.h"
#include "tests/framework/graph/mini_graph.h"

namespace opgraft {
namespace {

// "function: node (op)" of what the finder finds; "none".
std::string Found(StatefulOpFinder* finder, const std::string& function) {
  const StatefulOpFinder::StatefulOp* const op = finder->Find(function);
  return op == nullptr ? "none" : absl::StrCat(op->function, ": ", op->node, " (", op->op, ")");
}

const char kFunctions[] = R"(
function draws(a: float) -> (r: float = old:output:0)
old = ReadValue(a) variable_id='v' N=1 variable_type=float variable_shape=[]
end
function clean(a: float) -> (r: float = n:y:0)
n = Neg(a) T=float
end
function calls(a: float) -> (r: float = n:r:0)
n = draws(a)
end
function picks(a: float, i: int32) -> (r: float = n:output:0)
n = Case(i, a) Tin={float} Tout={float} branches={@clean,@draws}
end
function calls_clean(a: float) -> (r: float = n:r:0)
n = clean(a)
end
function ping(a: float) -> (r: float = n:r:0)
n = pong(a)
end
function pong(a: float) -> (r: float = n:r:0)
n = ping(a)
end
function calls_absent(a: float) -> (r: float = n:output:0)
n = PartitionedCall(a) Tin={float} Tout={float} f=@absent
end
)";

struct Case {
  const char* function;
  const char* found;
};

TEST(StatefulOpFinder, FindsWhatAFunctionHoldsItselfAndInWhatItCalls) {
  const Case cases[] = {
      {"draws", "draws: old (ReadValue)"},
      {"clean", "none"},
      {"calls", "draws: old (ReadValue)"},
      {"picks", "draws: old (ReadValue)"},
      {"calls_clean", "none"},
      {"ping", "none"},
      {"pong", "none"},
      {"calls_absent", "none"},
      {"absent", "none"},
  };
  const absl::StatusOr<Graph> graph = Graph::Import(MiniGraph(kFunctions));
  ASSERT_TRUE(graph.ok()) << graph.status();
  StatefulOpFinder remembers(graph->functions());
  for (const Case& c : cases) {
    StatefulOpFinder fresh(graph->functions());
    EXPECT_EQ(Found(&fresh, c.function), c.found) << c.function;
    EXPECT_EQ(Found(&remembers, c.function), c.found) << c.function << ", after the others";
    EXPECT_EQ(Found(&remembers, c.function), c.found) << c.function << ", once more";
  }
}

TEST(StatefulOpFinder, LooksIntoFunctionsThatAreGraphs) {
  GraphBuilder reads, calls, plain, b;
  reads.Return("r", reads.ReadValue("v", reads.Arg("x", DT_FLOAT), "old"));
  plain.Return("r", plain.Op("Neg", {plain.Arg("x", DT_FLOAT)}));
  calls.Function("reads", std::move(reads));
  calls.Return("r", calls.Op("reads", {calls.Arg("x", DT_FLOAT)}));
  b.Function("calls", std::move(calls)).Function("plain", std::move(plain));
  const absl::StatusOr<Graph> graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  StatefulOpFinder finder(graph->functions());
  EXPECT_EQ(Found(&finder, "calls"), "reads: old (ReadValue)");
  EXPECT_EQ(Found(&finder, "plain"), "none");
}

}  // namespace
}  // namespace opgraft
