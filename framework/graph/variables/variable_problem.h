// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_VARIABLES_VARIABLE_PROBLEM_H_
#define FRAMEWORK_GRAPH_VARIABLES_VARIABLE_PROBLEM_H_

#include <functional>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What is wrong with a variable of a graph, and with which of its nodes. Borrows all texts.
struct VariableProblem {
  // Mistakes of another kind that this may be nothing but the consequence of.
  enum class MayFollow { kNothing, kMissingRead, kUnknownShape };

  // The name of the function whose body the node stands in; "": in the graph itself.
  absl::string_view function;
  absl::string_view node;
  // The node of the graph that it is, or that calls what it stands in.
  absl::string_view root;
  absl::string_view text;
  MayFollow may_follow = MayFollow::kNothing;
};
using TellVariableProblem = std::function<void(const VariableProblem&)>;

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_VARIABLES_VARIABLE_PROBLEM_H_
