// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/model_view/graph_file.h"

#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/op/op_registry.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/graph.pb.h"
#include "tools/model_view/missing_ops.h"
#include "tools/model_view/problem_report.h"

namespace opgraft_internal {

absl::StatusOr<ParsedGraph> ParseModel(InputFile* file, const std::string& path,
                                       const ImportOptions& options) {
  OPGRAFT_ASSIGN_OR_RETURN(ParsedGraph parsed, ParsedGraph::FromFile(file, options));
  // A graph without nodes, but nobody means one by an empty file.
  if (parsed.def().ByteSizeLong() == 0)
    return absl::InvalidArgumentError(absl::StrCat(path, ": there is nothing in it"));
  return parsed;
}

absl::StatusOr<Graph> ImportModel(InputFile* file, const std::string& path,
                                  const ImportOptions& options) {
  OPGRAFT_ASSIGN_OR_RETURN(ParsedGraph parsed, ParseModel(file, path, options));
  const MissingOps missing = FindMissingOps(parsed.def(), *OpRegistry::Global());
  absl::StatusOr<Graph> graph = std::move(parsed).ImportOnce(options);
  if (!graph.ok()) return LoadError(path, missing, graph.status());
  return graph;
}

std::string FolderOf(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

}  // namespace opgraft_internal
