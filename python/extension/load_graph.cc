// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "python/extension/load_graph.h"

#include <filesystem>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "framework/files/input_file.h"
#include "framework/types/out_of_memory.h"
#include "framework/types/status_macros.h"
#include "openvino/ir.h"
#include "saved_model/saved_model.h"
#include "saved_model/saved_model_file.h"
#include "tools/cli/foreign_file.h"
#include "tools/model_view/graph_file.h"

namespace opgraft_internal {
namespace {

namespace fs = std::filesystem;

absl::StatusOr<PyGraph> LoadFolder(const LoadRequest& request) {
  SavedModelOptions options;
  options.tags = request.tags;
  options.signatures = request.signatures;
  options.import = request.import;
  OPGRAFT_ASSIGN_OR_RETURN(LoadedSavedModel saved, LoadSavedModel(request.path, options));
  return PyGraph{saved.graph, std::move(saved.options), {}};
}

absl::StatusOr<PyGraph> LoadGraphDef(const LoadRequest& request) {
  OPGRAFT_RETURN_IF_ERROR(CheckNotForeign(request.path));
  OPGRAFT_ASSIGN_OR_RETURN(InputFile file, InputFile::Open(request.path));
  OPGRAFT_ASSIGN_OR_RETURN(const Graph graph, ImportModel(&file, request.path, request.import));
  PyGraph loaded{graph, {}, {}};
  loaded.options.read_folders.push_back(FolderOf(request.path));
  return loaded;
}

absl::StatusOr<PyGraph> OfIr(absl::StatusOr<LoadedIr> ir) {
  if (!ir.ok()) return ir.status();
  PyGraph loaded{ir->graph, std::move(ir->options), std::move(ir->inputs)};
  loaded.ports.insert(loaded.ports.end(), ir->outputs.begin(), ir->outputs.end());
  return loaded;
}

absl::StatusOr<PyGraph> LoadAny(const LoadRequest& request) {
  std::error_code error;
  if (!fs::exists(request.path, error)) {
    return absl::NotFoundError(absl::StrCat("there is no file or folder '", request.path,
                                            "' (from ", fs::current_path(error).string(), ")"));
  }
  if (IsSavedModel(request.path)) return LoadFolder(request);
  if (fs::is_directory(request.path, error)) {
    return absl::InvalidArgumentError(
        absl::StrCat(request.path, ": not a SavedModel: the folder has no saved_model.pb"));
  }
  if (IsIrFile(request.path)) return OfIr(LoadIr(request.path, request.import, request.weights));
  return LoadGraphDef(request);
}

bool IsXml(absl::string_view contents) {
  absl::ConsumePrefix(&contents, "\xef\xbb\xbf");
  contents = absl::StripLeadingAsciiWhitespace(contents);
  return absl::StartsWith(contents, "<?xml") || absl::StartsWith(contents, "<net");
}

}  // namespace

absl::StatusOr<PyGraph> LoadFile(const LoadRequest& request) {
  return GuardMemory([&] { return LoadAny(request); });
}

absl::StatusOr<PyGraph> LoadBytes(absl::string_view contents, absl::string_view weights,
                                  const ImportOptions& options) {
  return GuardMemory([&]() -> absl::StatusOr<PyGraph> {
    if (contents.empty()) return absl::InvalidArgumentError("there is nothing in these bytes");
    if (IsXml(contents)) return OfIr(ParseIr(contents, weights, options));
    OPGRAFT_ASSIGN_OR_RETURN(const Graph graph, Graph::FromBytes(contents, options));
    return PyGraph{graph, {}, {}};
  });
}

}  // namespace opgraft_internal
