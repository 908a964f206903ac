// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_FUZZ_TRY_GRAPH_H_
#define TESTS_FUZZ_TRY_GRAPH_H_

#include "absl/strings/string_view.h"
#include "framework/graph/data/graph.h"
#include "framework/runtime/compile_options.h"

namespace opgraft {

// Does all that can be done with a graph file within limits: import, export and import again (which
// must give the same), compile, two runs on zeros. Whatever the bytes are, each ends in a Status.
void TryGraph(absl::string_view bytes);
// The compile and the runs alone, of a graph that was read from elsewhere.
void TryRuns(const Graph& graph, CompileOptions options = {});

}  // namespace opgraft

#endif  // TESTS_FUZZ_TRY_GRAPH_H_
