// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_PARSE_COST_H_
#define FRAMEWORK_GRAPH_IO_PARSE_COST_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/graph/data/import_limits.h"
#include "framework/types/internal_namespace.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"

namespace opgraft_internal {

// What a GraphDef becomes when protobuf parses it, estimated from its bytes: an empty message of
// two bytes may take seven hundred in memory. Of other messages the same, without nodes.
struct ParseCost {
  // Those of functions included.
  int64_t nodes = 0;
  // Of the library.
  int64_t functions = 0;
  // Entries of attr maps.
  int64_t attrs = 0;
  // Nodes and functions that nothing names.
  int64_t nameless = 0;
  // Of the messages and strings made; contents are counted of fields that the messages have not,
  // which are copied.
  int64_t bytes = 0;
  // A binary file is no message; the counts are those of what stands before that shows. Such a file
  // must not be parsed: protobuf might read on for a while. Of a text the parser tells.
  bool is_broken = false;
};

// Goes once over the file without making anything, as deep as protobuf reads, and sees every field
// that protobuf sees. `message` says what the file is: a GraphDef unless given. Thread-safe.
//
// Example, a graph of one node in each format:
//   CostOfBinary("\x0a\x06\x0a\x01""a\x12\x01""b")   {nodes 1, functions 0, attrs 0, ...}
//   CostOfText("node { name: 'a' op: 'b' }")         the same
ParseCost CostOfBinary(absl::string_view contents);
ParseCost CostOfBinary(absl::string_view contents, const google::protobuf::Descriptor& message);
ParseCost CostOfText(absl::string_view contents);
ParseCost CostOfText(absl::string_view contents, const google::protobuf::Descriptor& message);

// RESOURCE_EXHAUSTED, which names the limit, for more nodes, functions or attrs than allowed.
absl::Status CheckCounts(const ParseCost& cost, const ImportLimits& limits);

// As CheckCounts; RESOURCE_EXHAUSTED also for what takes far more memory parsed than a file of
// `file_bytes` with so many nodes and functions has a use for. INVALID_ARGUMENT for a great many of
// them without a name: each costs a few bytes in the file and a thousand in memory, for a report
// that nobody needs. INVALID_ARGUMENT too for what is broken.
absl::Status CheckParseCost(const ParseCost& cost, int64_t file_bytes, const ImportLimits& limits);

// Parses a binary message once CheckParseCost has nothing against it. INVALID_ARGUMENT also if it
// is no message of the kind of `*message`.
absl::Status ParseCounted(absl::string_view contents, const ImportLimits& limits,
                          google::protobuf::Message* message);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_PARSE_COST_H_
