// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_MODEL_VIEW_GRAPH_FILE_H_
#define TOOLS_MODEL_VIEW_GRAPH_FILE_H_

#include <string>

#include "absl/status/statusor.h"
#include "framework/files/input_file.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/io/import_options.h"
#include "framework/graph/io/parsed_graph.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// ParsedGraph::FromFile; an empty file is INVALID_ARGUMENT too. `path` is the file's name in
// messages.
absl::StatusOr<ParsedGraph> ParseModel(InputFile* file, const std::string& path,
                                       const ImportOptions& options);
// Imports the graph of such a file. The error of one with ops that are not registered is their list
// (problem_report.h).
absl::StatusOr<Graph> ImportModel(InputFile* file, const std::string& path,
                                  const ImportOptions& options);

// The folder that a file is in, "." of a bare name. A model's kernels may read the files there.
std::string FolderOf(const std::string& path);

}  // namespace opgraft_internal

#endif  // TOOLS_MODEL_VIEW_GRAPH_FILE_H_
