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
#include "tools/cli/options.h"
#include "tools/files/standard_streams.h"
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
  OPGRAFT_ASSIGN_OR_RETURN(const std::string path, InputPath(arguments.path));
  OPGRAFT_ASSIGN_OR_RETURN(const std::string weights, InputPath(arguments.weights));
  OPGRAFT_ASSIGN_OR_RETURN(LoadedIr ir, LoadIr(path, progress.options(), weights));
  LoadedModel loaded;
  loaded.graph = std::move(ir.graph);
  loaded.options = std::move(ir.options);
  NamePorts(&loaded);
  return loaded;
}

}  // namespace

void AddModel(CLI::App* app, ModelArguments* arguments) {
  app->add_option(
         "MODEL", arguments->path,
         "a GraphDef (.pb or .pbtxt), the folder of a SavedModel, or OpenVINO IR (.xml with "
         "its .bin)")
      ->type_name(kFile)
      ->required();
  app->add_option("--weights", arguments->weights,
                  "weights of an IR [beside MODEL.xml, with the ending .bin]; MODEL may then be "
                  "standard input, -")
      ->type_name(kFile);
}

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

bool IsIr(const ModelArguments& arguments) {
  return !arguments.weights.empty() || IsIrFile(arguments.path);
}

bool IsPrepared(const ModelArguments& arguments) {
  return IsSavedModel(arguments.path) || IsIr(arguments);
}

absl::StatusOr<LoadedModel> LoadModel(const ModelArguments& arguments) {
  if (IsSavedModel(arguments.path) && !arguments.weights.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        arguments.path, ": --weights is for an IR, and this is a SavedModel's folder"));
  }
  if (IsSavedModel(arguments.path)) return GuardMemory([&] { return LoadFolder(arguments); });
  if (!arguments.signature.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(arguments.path, ": --signature is for the folder of a SavedModel"));
  }
  if (IsIr(arguments)) return LoadIrFile(arguments);
  LoadedModel loaded;
  OPGRAFT_ASSIGN_OR_RETURN(loaded.graph, LoadGraph(arguments.path));
  loaded.options.read_folders.push_back(FolderOf(arguments.path));
  return loaded;
}

}  // namespace opgraft_internal
