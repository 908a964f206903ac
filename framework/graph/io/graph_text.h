// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_GRAPH_TEXT_H_
#define FRAMEWORK_GRAPH_IO_GRAPH_TEXT_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"
#include "google/protobuf/message.h"

namespace opgraft {
class GraphDef;
}  // namespace opgraft

namespace opgraft_internal {

// Called now and then while a text is parsed, with how much of it was read, from 0 to 1. An error
// ends the parsing, which then returns it.
using ParseProgress = std::function<absl::Status(double done)>;

// Reads any message in protobuf's text format; fields that it does not know are skipped if
// `skips_unknown`. INVALID_ARGUMENT holds every error, "line 12, column 5: ..." a line; nesting
// beyond 100 messages is one. `progress` may be null.
absl::Status ParseMessageText(absl::string_view text, bool skips_unknown,
                              google::protobuf::Message* message,
                              const ParseProgress& progress = nullptr);

// Reads protobuf's text format. INVALID_ARGUMENT holds every error, "line 12, column 5: ..." a
// line; nesting beyond 100 messages is one. `progress` may be null.
absl::Status ParseGraphText(absl::string_view text, GraphDef* def,
                            const ParseProgress& progress = nullptr);

// The same format; attrs sorted by name.
std::string PrintGraphText(const GraphDef& def);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_GRAPH_TEXT_H_
