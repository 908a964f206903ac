// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_DATA_IMPORT_LIMITS_H_
#define FRAMEWORK_GRAPH_DATA_IMPORT_LIMITS_H_

#include <cstdint>

namespace opgraft {

// What a file may at most ask for. Beyond: RESOURCE_EXHAUSTED, before anything is allocated. Plain
// data; thread-compatible.
//
// Example: a server that takes models from strangers.
//
//   ImportOptions options;
//   options.limits.max_file_bytes = 100 << 20;
//   options.limits.max_nodes = 50'000;
struct ImportLimits {
  // Of the file itself, before anything in it is read.
  int64_t max_file_bytes = int64_t{2} << 30;
  // Those of functions included.
  int64_t max_nodes = 20'000'000;
  int64_t max_functions = 5'000'000;
  // Of all nodes together.
  int64_t max_attrs = 100'000'000;
  int64_t max_outputs_per_node = 1'000'000;
  // Of all nodes together.
  int64_t max_outputs = 20'000'000;
  // Of func attrs in func attrs, once placeholders are filled in.
  int max_nesting = 100;
  // Of a SavedModel.
  int64_t max_signatures = 10'000;
};

}  // namespace opgraft

#endif  // FRAMEWORK_GRAPH_DATA_IMPORT_LIMITS_H_
