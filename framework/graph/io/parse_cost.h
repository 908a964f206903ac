// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_PARSE_COST_H_
#define FRAMEWORK_GRAPH_IO_PARSE_COST_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/graph/data/import_limits.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What a GraphDef becomes when protobuf parses it, estimated from its bytes: an empty message of
// two bytes may take seven hundred in memory.
struct ParseCost {
  int64_t nodes = 0;      // those of functions included
  int64_t functions = 0;  // of the library
  int64_t attrs = 0;      // entries of attr maps
  int64_t nameless = 0;   // nodes and functions that nothing names
  int64_t bytes = 0;      // of the messages and strings made, contents not counted
};

// Goes once over the file without making anything, as deep as protobuf reads. What is no GraphDef
// is counted up to where that shows: to tell it is the parser's task.
//
// Example, a graph of one node in each format:
//   CostOfBinary("\x0a\x06\x0a\x01""a\x12\x01""b")   {nodes 1, functions 0, attrs 0, ...}
//   CostOfText("node { name: 'a' op: 'b' }")         the same
ParseCost CostOfBinary(absl::string_view contents);
ParseCost CostOfText(absl::string_view contents);

// RESOURCE_EXHAUSTED, which names the limit, for more nodes, functions or attrs than allowed.
absl::Status CheckCounts(const ParseCost& cost, const ImportLimits& limits);

// As CheckCounts; RESOURCE_EXHAUSTED also for what takes far more memory parsed than a file of
// `file_bytes` with so many nodes and functions has a use for. INVALID_ARGUMENT for a great many of
// them without a name: each costs a few bytes in the file and a thousand in memory, for a report
// that nobody needs.
absl::Status CheckParseCost(const ParseCost& cost, int64_t file_bytes, const ImportLimits& limits);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_PARSE_COST_H_
