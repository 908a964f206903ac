// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_GRAPH_FILE_H_
#define FRAMEWORK_GRAPH_IO_GRAPH_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/graph/data/import_limits.h"
#include "framework/types/internal_namespace.h"

namespace opgraft {
class GraphDef;
}  // namespace opgraft

namespace opgraft_internal {

// The bytes of a file. NOT_FOUND if it is absent, INVALID_ARGUMENT for a folder, RESOURCE_EXHAUSTED
// if it is longer than `max_bytes` (nothing is read then), PERMISSION_DENIED; all name the path.
absl::StatusOr<std::string> ReadFileBytes(const std::string& path, int64_t max_bytes);

// True if the bytes look like text format rather than a binary message.
bool LooksLikeText(absl::string_view contents);

// Parses a GraphDef, binary or text by its looks, into `*def`. INVALID_ARGUMENT with line and
// column of every error of a text, or for what is no GraphDef, is cut off or nests too deep (100
// messages); RESOURCE_EXHAUSTED for more nodes than allowed, before they are made.
absl::Status ParseGraphDef(absl::string_view contents, const ImportLimits& limits, GraphDef* def);

// Text if the name ends in "txt"; else binary, with large constants aligned so that Graph::FromFile
// can leave them in the file. The codes of the file system.
absl::Status WriteGraphFile(const GraphDef& def, const std::string& path);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_GRAPH_FILE_H_
