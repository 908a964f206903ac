// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_GRAPH_FILE_H_
#define FRAMEWORK_GRAPH_IO_GRAPH_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "framework/graph/io/import_options.h"
#include "framework/types/internal_namespace.h"

namespace opgraft {
class GraphDef;
}  // namespace opgraft

namespace opgraft_internal {

// True if the bytes look like text format rather than a binary message.
bool LooksLikeText(absl::string_view contents);

// Parses a GraphDef, binary or text by its looks, into `*def`. INVALID_ARGUMENT with line and
// column of every error of a text, or for what is no GraphDef, is cut off or nests too deep (100
// messages); RESOURCE_EXHAUSTED for more nodes than allowed, before they are made. Of a text
// `options` are told how far it is; CANCELLED if they say so.
absl::Status ParseGraphDef(absl::string_view contents, const ImportOptions& options, GraphDef* def);

enum class GraphFormat { kBinary, kText };

// What the ending of a file's name says: ".pbtxt", ".textproto", ".prototxt" and ".txt" are text;
// ".pb", ".graphdef" and ".binpb" are binary.
absl::optional<GraphFormat> FormatOfName(absl::string_view path);

// The bytes of a file. RESOURCE_EXHAUSTED for a binary one beyond 2 GiB.
absl::StatusOr<std::string> FormatGraph(const GraphDef& def, GraphFormat format);

// Text if the name is one of text, or ends in "txt"; else binary, with large constants aligned so
// that Graph::FromFile can leave them in the file. Replaces the file as WriteFile does
// (framework/files): a graph may be written over the file that it is mapped from.
absl::Status WriteGraphFile(const GraphDef& def, const std::string& path);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_GRAPH_FILE_H_
