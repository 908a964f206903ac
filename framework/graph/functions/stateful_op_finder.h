// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_FUNCTIONS_STATEFUL_OP_FINDER_H_
#define FRAMEWORK_GRAPH_FUNCTIONS_STATEFUL_OP_FINDER_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "framework/graph/data/function_library.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Looks for the stateful ops that functions hold, themselves or in what they call. It remembers
// what it has found out of each function, so all questions of an import together walk over a
// library once. Looks at names only: nothing is instantiated, attrs that a caller would fill in
// count as they are. Borrows the library. Thread-compatible.
//
// Example, of f that calls g and h, and g that holds a ReadValue 'old':
//   finder.Find("f")  ->  {"g", "old", "ReadValue"}   now f and g are known
//   finder.Find("h")  ->  null                        and h
class StatefulOpFinder {
 public:
  struct StatefulOp {
    std::string function, node, op;
  };
  explicit StatefulOpFinder(const FunctionLibrary& functions) : functions_(functions) {}
  const FunctionLibrary& functions() const { return functions_; }

  // Null if there is none, or no such function; good until the next call.
  const StatefulOp* Find(absl::string_view function);

 private:
  using Answer = absl::optional<StatefulOp>;
  // A function that the walk has come to, called by the one at `caller` (-1: it began here).
  struct Place {
    std::string function;
    int caller;
  };
  // A stateful op of the function itself; if there is none, what it calls is in `*callees`.
  Answer Look(const std::string& function, std::vector<std::string>* callees) const;
  Answer LookAtGraph(const std::string& function, const FunctionBody& body,
                     std::vector<std::string>* callees) const;
  // What the function at `place` is known to hold; else the functions that it calls join the walk.
  Answer Visit(int place);

  const FunctionLibrary& functions_;
  absl::flat_hash_map<std::string, Answer> known_;
  std::vector<Place> places_;              // of the walk, in its order
  absl::flat_hash_set<std::string> seen_;  // their functions
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_FUNCTIONS_STATEFUL_OP_FINDER_H_
