// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The end of a GraphDraft: the whole graph, and all that is wrong with it.
#include "absl/strings/str_cat.h"
#include "framework/graph/builder/graph_draft.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/data/topological_order.h"
#include "framework/graph/functions/call_checks.h"
#include "framework/graph/variables/variables.h"
#include "framework/op/op_role.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

absl::StatusOr<Graph> GraphDraft::Build() const {
  GraphEditor editor = editor_.Copy();
  ProblemList problems = problems_;
  TopologicalOrder sorted = SortTopologically(editor.data());
  for (const std::vector<int32_t>& cycle : sorted.cycles) {
    problems.Add(cycle.front(), Tag(cycle.front()),
                 absl::InvalidArgumentError(DescribeCycle(editor.data(), cycle)));
  }
  const bool calls_are_fine = CheckCalls(
      editor.data(), 0, [](int id) { return id; }, /*warning=*/nullptr, &problems);
  for (const ShapeProblem& problem : shape_problems_) {
    // What is inferred of calls that are wrong is not to be relied on.
    if (calls_are_fine || !RunsBodies(editor.data().node(problem.node).op->role))
      problems.Add(problem.node, Tag(problem), problem.status);
  }
  if (!sorted.cycles.empty() || !calls_are_fine) return problems.ToStatus();
  Graph graph = std::move(editor).Finish(std::move(sorted.order));
  if (problems.empty() && StateOf(graph).ok()) return graph;
  AddVariableProblems(graph, &problems);
  OPGRAFT_RETURN_IF_ERROR(problems.ToStatus());
  return StateOf(graph).status();
}

void GraphDraft::AddVariableProblems(const Graph& graph, ProblemList* problems) const {
  using MayFollow = VariableProblem::MayFollow;
  FindVariableProblems(graph, [this, problems](const VariableProblem& problem) {
    if (problem.may_follow == MayFollow::kMissingRead && misses_reads_) return;
    if (problem.may_follow == MayFollow::kUnknownShape && !shape_problems_.empty()) return;
    const absl::string_view call = calls_.Find(problem.function, problem.node);
    problems->Add(
        editor_.data().FindNode(problem.root), absl::StatusCode::kInvalidArgument,
        call.empty() ? std::string(problem.text) : absl::StrCat(call, ": ", problem.text));
  });
}

absl::StatusOr<Graph> GraphDraft::Finish() {
  ProblemList problems = problems_;
  for (const ShapeProblem& problem : shape_problems_)
    problems.Add(problem.node, Tag(problem), problem.status);
  OPGRAFT_RETURN_IF_ERROR(problems.ToStatus());
  OPGRAFT_ASSIGN_OR_RETURN(Graph graph, std::move(editor_).Finish());
  OPGRAFT_RETURN_IF_ERROR(StateOf(graph).status());
  return graph;
}

}  // namespace opgraft_internal
