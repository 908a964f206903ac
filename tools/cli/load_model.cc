// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/load_model.h"

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "framework/types/out_of_memory.h"
#include "framework/types/status_macros.h"
#include "openvino/ir.h"
#include "saved_model/saved_model.h"
#include "saved_model/saved_model_file.h"
#include "tools/cli/load_graph.h"
#include "tools/model_view/graph_file.h"

namespace opgraft_internal {
namespace {

// Of the first signature.
void NamePorts(LoadedModel* loaded) {
  const Signature& signature = loaded->options.signatures.front();
  for (size_t i = 0; i < signature.feeds.size(); ++i)
    loaded->ports[signature.feed_names[i]] = signature.feeds[i];
  for (size_t i = 0; i < signature.fetches.size(); ++i)
    loaded->ports.try_emplace(signature.fetch_names[i], signature.fetches[i]);
}

absl::StatusOr<LoadedModel> LoadFolder(const ModelArguments& arguments) {
  const GraphProgress progress(arguments.path);
  SavedModelOptions options;
  options.tags = arguments.tags;
  if (!arguments.signature.empty()) options.signatures = {arguments.signature};
  options.import = progress.options();
  OPGRAFT_ASSIGN_OR_RETURN(LoadedSavedModel saved, LoadSavedModel(arguments.path, options));
  LoadedModel loaded;
  loaded.graph = std::move(saved.graph);
  loaded.options = std::move(saved.options);
  loaded.assigned = std::move(saved.variables);
  NamePorts(&loaded);
  return loaded;
}

absl::StatusOr<LoadedModel> LoadIrFile(const ModelArguments& arguments) {
  const GraphProgress progress(arguments.path);
  OPGRAFT_ASSIGN_OR_RETURN(LoadedIr ir, LoadIr(arguments.path, progress.options()));
  LoadedModel loaded;
  loaded.graph = std::move(ir.graph);
  loaded.options = std::move(ir.options);
  NamePorts(&loaded);
  return loaded;
}

}  // namespace

void AddSavedModel(CLI::App* app, ModelArguments* arguments) {
  app->add_option("--signature", arguments->signature,
                  "signature of a SavedModel to use [serving_default, or its first]")
      ->type_name("NAME");
  app->add_option("--tags", arguments->tags,
                  "tags of the graph of a SavedModel, with commas between them [serve]")
      ->type_name("TAGS")
      ->delimiter(',');
}

const std::string& LoadedModel::TensorOf(const std::string& name) const {
  const auto port = ports.find(name);
  return port == ports.end() ? name : port->second;
}

bool IsPrepared(const std::string& path) { return IsSavedModel(path) || IsIrFile(path); }

absl::StatusOr<LoadedModel> LoadModel(const ModelArguments& arguments) {
  if (IsSavedModel(arguments.path)) return GuardMemory([&] { return LoadFolder(arguments); });
  if (!arguments.signature.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(arguments.path, ": --signature is for the folder of a SavedModel"));
  }
  if (IsIrFile(arguments.path)) return LoadIrFile(arguments);
  LoadedModel loaded;
  OPGRAFT_ASSIGN_OR_RETURN(loaded.graph, LoadGraph(arguments.path));
  loaded.options.read_folders.push_back(FolderOf(arguments.path));
  return loaded;
}

}  // namespace opgraft_internal
