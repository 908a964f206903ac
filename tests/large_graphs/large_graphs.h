// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Graphs of any size, each large in another way: for what must not cost more than n log n, and for
// what must not need a deep stack.
#ifndef TESTS_LARGE_GRAPHS_LARGE_GRAPHS_H_
#define TESTS_LARGE_GRAPHS_LARGE_GRAPHS_H_

#include <ostream>
#include <vector>

#include "opgraft/proto/graph.pb.h"

namespace opgraft {

// One way to be large. `make(n)` has some n of what the name says, and a file of some n times 100
// bytes.
struct LargeGraph {
  const char* name;
  GraphDef (*make)(int n);
  bool is_valid = true;  // else import refuses it, with a report
};

// For GoogleTest.
inline void PrintTo(const LargeGraph& graph, std::ostream* out) { *out << graph.name; }

const std::vector<LargeGraph>& LargeGraphs();

}  // namespace opgraft

#endif  // TESTS_LARGE_GRAPHS_LARGE_GRAPHS_H_
