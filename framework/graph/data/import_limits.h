// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_DATA_IMPORT_LIMITS_H_
#define FRAMEWORK_GRAPH_DATA_IMPORT_LIMITS_H_

#include <cstdint>

namespace opgraft {

// What a file may at most ask for. Beyond: RESOURCE_EXHAUSTED, before anything is allocated.
struct ImportLimits {
  int64_t max_file_bytes = int64_t{2} << 30;
  int64_t max_nodes = 20'000'000;  // those of functions included
  int64_t max_functions = 5'000'000;
  int64_t max_attrs = 100'000'000;  // of all nodes together
  int64_t max_outputs_per_node = 1'000'000;
  int64_t max_outputs = 20'000'000;  // of all nodes together
  int max_nesting = 100;             // of func attrs in func attrs, once placeholders are filled in
};

}  // namespace opgraft

#endif  // FRAMEWORK_GRAPH_DATA_IMPORT_LIMITS_H_
