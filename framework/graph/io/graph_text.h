// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_GRAPH_TEXT_H_
#define FRAMEWORK_GRAPH_IO_GRAPH_TEXT_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace opgraft {

class GraphDef;

// Reads protobuf's text format. INVALID_ARGUMENT holds every error, "line 12, column 5: ..." a
// line; nesting beyond 100 messages is one.
absl::Status ParseGraphText(absl::string_view text, GraphDef* def);

// The same format; attrs sorted by name.
std::string PrintGraphText(const GraphDef& def);

}  // namespace opgraft

#endif  // FRAMEWORK_GRAPH_IO_GRAPH_TEXT_H_
