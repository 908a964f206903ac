// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_NEED_ANALYSIS_H_
#define FRAMEWORK_RUNTIME_NEED_ANALYSIS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "framework/graph/data/graph.h"
#include "framework/runtime/program.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Under which condition something of a graph has to be computed: always, never, or when some init
// is needed. An init is needed in a run when its variable is unset, so a condition is a disjunction
// of conjunctions of unset variables: {{a}, {b, c}} is "a is unset, or both b and c are". A long
// one is kept once, as a guard of the program, and named by ~index in place of a variable. A value.
class Condition {
 public:
  static Condition Always() { return Condition(true); }
  Condition() = default;  // never

  bool always() const { return always_; }
  bool never() const { return !always_ && clauses_.empty(); }
  // REQUIRES: neither always nor never.
  const Guard& clauses() const { return clauses_; }
  // Variables and guards in all clauses.
  size_t num_literals() const;

  // How many steps Or(other) takes, about. AndUnset takes as many as Or(itself).
  int64_t CostOfOr(const Condition& other) const;

  // Becomes "this or `other`", in its shortest form.
  void Or(const Condition& other);
  // "Guard `index` of the program holds".
  static Condition OfGuard(int32_t index);
  // "This, and `variable` is unset".
  Condition AndUnset(int32_t variable) const;

  friend bool operator==(const Condition& a, const Condition& b) {
    return a.always_ == b.always_ && a.clauses_ == b.clauses_;
  }
  friend bool operator!=(const Condition& a, const Condition& b) { return !(a == b); }

 private:
  explicit Condition(bool always) : always_(always) {}
  bool always_ = false;
  Guard clauses_;  // sorted; no clause contains another
};

// What must run to give some tensors and run some nodes of one graph (calls and branches are single
// nodes here).
struct Needs {
  std::vector<Condition> nodes;                    // by node id
  absl::flat_hash_map<Endpoint, Condition> feeds;  // of the fed endpoints
  // Set when inits need one another in so many ways that the conditions exceeded their limit, or
  // would take long to evaluate: this node and those before it in topological order count as needed
  // always. -1: not exceeded.
  int gave_up_at = -1;
};

struct NeedRoots {
  std::vector<Endpoint> tensors;
  std::vector<int> nodes;
};

// Follows data and control edges back from the roots. A fed endpoint is not followed. The init of a
// ReadValue is needed only while the variable that `variable_of(node)` gives is unset, and so is
// what only inits need, control inputs included.
//
// One pass over the nodes, consumers before producers, so that a node's condition is complete when
// its inputs get theirs: each input gets "or" of what its consumers have, and below a ReadValue
// "and its variable is unset". For example, where Add is fetched and Assign is a sink,
//
//     x ----------------------> Add
//     c --+--> ReadValue a -----^
//         +--> ReadValue b ---> Assign v
//
// Add, x, Assign and both ReadValues are needed always. c, their init, is needed if {{a}, {b}}: a
// run in which both variables are set jumps over it. Linear: a condition of over 64 literals is
// given to `add_guard`, which adds it to the program's guards and returns its index there. So where
// each node of a chain is the init of a variable, the conditions share what they have in common.
Needs AnalyzeNeeds(const Graph& graph, const NeedRoots& roots,
                   const absl::flat_hash_set<Endpoint>& fed,
                   const std::function<int32_t(const Node&)>& variable_of,
                   const std::function<int32_t(Guard)>& add_guard);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_NEED_ANALYSIS_H_
