// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CLI_LOAD_MODEL_H_
#define TOOLS_CLI_LOAD_MODEL_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/graph/data/graph.h"
#include "framework/runtime/compile_options.h"
#include "framework/types/internal_namespace.h"

namespace CLI {
class App;
}  // namespace CLI

namespace opgraft_internal {

// Which model a command means: a GraphDef's file, a SavedModel's folder or an IR of OpenVINO's, and
// what of it.
struct ModelArguments {
  std::string path;
  std::string signature;  // of a SavedModel; "": the one that it is served by
  std::vector<std::string> tags = {"serve"};
};
// Declares the options that say what of a SavedModel is meant.
void AddSavedModel(CLI::App* app, ModelArguments* arguments);

// A graph with what to compile it with. For a GraphDef that is the folder that it may read.
struct LoadedModel {
  Graph graph;
  CompileOptions options;
  std::vector<std::string> assigned;  // variables that a signature of a SavedModel assigns

  // The tensor that an input or output of a signature is; `name` itself if it is none.
  const std::string& TensorOf(const std::string& name) const;

  std::map<std::string, std::string> ports;
};

// True of a SavedModel's folder and of an IR: its graph is made when it is loaded, not read.
bool IsPrepared(const std::string& path);

// LoadGraph, LoadIr, or LoadSavedModel with the signature, or all.
absl::StatusOr<LoadedModel> LoadModel(const ModelArguments& arguments);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_LOAD_MODEL_H_
