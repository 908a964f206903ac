// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_REFERENCE_RANDOM_MODEL_H_
#define TESTS_REFERENCE_RANDOM_MODEL_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/graph/data/graph.h"
#include "framework/runtime/compile_options.h"
#include "tests/reference/choices.h"

namespace opgraft {

// A graph to run and the ways to run it.
struct RandomModel {
  Graph graph;
  CompileOptions options;
  std::vector<Signature> signatures;  // those of `options`; if it has none, the default one
};

// Makes a graph of some tens of nodes: the registered ops and the probes over static and dynamic
// shapes, variables with and without inits, branches and called functions at several depths with
// state in them, recursion, control edges; and signatures that feed and fetch any tensors. It has
// gone through bytes and import. Values may make a run fail; the graph itself is valid, so an error
// means that import refused what it should take, or that the maker is wrong.
// `max_nodes` counts those of functions too.
absl::StatusOr<RandomModel> MakeRandomModel(Choices* choices, int max_nodes = 120);

// A line a signature, a node, and a node of a function.
std::string ToString(const RandomModel& model);

}  // namespace opgraft

#endif  // TESTS_REFERENCE_RANDOM_MODEL_H_
