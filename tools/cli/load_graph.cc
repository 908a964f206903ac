// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/load_graph.h"

#include <iostream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "framework/types/out_of_memory.h"
#include "framework/types/printable.h"
#include "framework/types/status_macros.h"
#include "tools/cli/foreign_file.h"
#include "tools/files/standard_streams.h"
#include "tools/model_view/graph_file.h"

namespace opgraft_internal {

void PrintWarning(absl::string_view text) {
  std::cout.flush();
  std::cerr << "warning: " << PrintableLines(text) << "\n";
}

absl::StatusOr<LoadedLibrary> LoadLibraryAndWarn(const std::string& path) {
  // They are the author's, and may take long or never end.
  absl::StatusOr<LoadedLibrary> library = WithProgress(
      absl::StrCat("running the static initialisers of ", path), [&] { return LoadLibrary(path); });
  if (!library.ok()) return library;
  for (const std::string& text : library->warnings) PrintWarning(absl::StrCat(path, ": ", text));
  return library;
}

absl::StatusOr<InputFile> OpenModel(const std::string& path) {
  OPGRAFT_RETURN_IF_ERROR(CheckNotForeign(path));
  OPGRAFT_ASSIGN_OR_RETURN(const std::string source, InputPath(path));
  return InputFile::Open(source);
}

GraphProgress::GraphProgress(const std::string& path) : path_(path) {
  options_.progress = [this](absl::string_view phase, double done) { Show(phase, done); };
  options_.warning = [this](absl::string_view text) {
    line_.Clear();
    PrintWarning(absl::StrCat(path_, ": ", text));
  };
}

void GraphProgress::Show(absl::string_view phase, double done) {
  line_.Show(absl::StrFormat("loading %s: %s %.0f %%", path_, phase, 100 * done));
}

namespace {

absl::StatusOr<Graph> Load(const std::string& path, const ImportOptions& options) {
  OPGRAFT_ASSIGN_OR_RETURN(InputFile file, OpenModel(path));
  return ImportModel(&file, path, options);
}

}  // namespace

absl::StatusOr<Graph> LoadGraph(const std::string& path) {
  const GraphProgress progress(path);
  return GuardMemory([&] { return Load(path, progress.options()); });
}

}  // namespace opgraft_internal
