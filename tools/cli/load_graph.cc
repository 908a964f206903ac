// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/load_graph.h"

#include <unistd.h>

#include <cstdio>

#include "absl/time/clock.h"
#include "framework/graph/io/import.h"

namespace opgraft_internal {

absl::StatusOr<Graph> LoadGraph(const std::string& path) {
  ImportOptions options;
  const absl::Time begin = absl::Now();
  bool shown = false;
  options.progress = [&](absl::string_view phase, double done) {
    // Quick loads stay silent.
    if (absl::Now() - begin < absl::Seconds(1) || isatty(STDERR_FILENO) == 0) return;
    shown = true;
    std::fprintf(stderr, "\r%s: %.*s %3.0f %%   ", path.c_str(), static_cast<int>(phase.size()),
                 phase.data(), 100 * done);
  };
  absl::StatusOr<Graph> graph = Graph::FromFile(path, options);
  if (shown) std::fprintf(stderr, "\r\033[K");
  return graph;
}

}  // namespace opgraft_internal
