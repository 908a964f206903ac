// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_GRAPH_TEXT_H_
#define FRAMEWORK_GRAPH_IO_GRAPH_TEXT_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"
#include "google/protobuf/message.h"

namespace opgraft {
class GraphDef;
}  // namespace opgraft

namespace opgraft_internal {

// Reads any message in protobuf's text format; fields that it does not know are skipped if
// `skips_unknown`. INVALID_ARGUMENT holds every error, "line 12, column 5: ..." a line; nesting
// beyond 100 messages is one.
absl::Status ParseMessageText(absl::string_view text, bool skips_unknown,
                              google::protobuf::Message* message);

// Reads protobuf's text format. INVALID_ARGUMENT holds every error, "line 12, column 5: ..." a
// line; nesting beyond 100 messages is one.
absl::Status ParseGraphText(absl::string_view text, GraphDef* def);

// The same format; attrs sorted by name.
std::string PrintGraphText(const GraphDef& def);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_GRAPH_TEXT_H_
