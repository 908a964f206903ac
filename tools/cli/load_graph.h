// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CLI_LOAD_GRAPH_H_
#define TOOLS_CLI_LOAD_GRAPH_H_

#include <string>

#include "absl/status/statusor.h"
#include "framework/files/input_file.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/io/import_options.h"
#include "framework/graph/io/parsed_graph.h"
#include "framework/library/library_loader.h"
#include "framework/types/internal_namespace.h"
#include "tools/cli/progress.h"

namespace opgraft_internal {

// Prints "warning: TEXT" to standard error.
void PrintWarning(absl::string_view text);
// LoadLibrary, whose warnings are printed.
absl::StatusOr<LoadedLibrary> LoadLibraryAndWarn(const std::string& path);

// Shows on standard error how far a load is, when it takes long, and the warnings of import. The
// line is removed at the end. Not for several threads.
//
// Example:
//   const GraphProgress progress(path);
//   return LoadIr(path, progress.options());
class GraphProgress {
 public:
  explicit GraphProgress(const std::string& path);
  GraphProgress(const GraphProgress&) = delete;
  GraphProgress& operator=(const GraphProgress&) = delete;

  // Options to load with, which refer to this object.
  const ImportOptions& options() const { return options_; }

 private:
  void Show(absl::string_view phase, double done);

  const std::string path_;
  ProgressLine line_;
  ImportOptions options_;
};

// Opens a model's file; "-" is standard input. NOT_FOUND and other errors of the file.
absl::StatusOr<InputFile> OpenModel(const std::string& path);
// Opens and imports a model's file (ImportModel), with progress and warnings. Not for SavedModels
// and IRs: load_model.h takes all kinds.
absl::StatusOr<Graph> LoadGraph(const std::string& path);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_LOAD_GRAPH_H_
