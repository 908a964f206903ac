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

// Which model a command is for: a GraphDef's file, a SavedModel's folder or an IR of OpenVINO's; of
// a SavedModel also which graph and signature.
struct ModelArguments {
  std::string path;
  // The weights of an IR, which the model then is whatever its name; "": beside an .xml.
  std::string weights;
  // Of a SavedModel; "": serving_default, or the first one.
  std::string signature;
  std::vector<std::string> tags = {"serve"};
};
// Declares MODEL and --weights.
void AddModel(CLI::App* app, ModelArguments* arguments);
// Declares --signature and --tags.
void AddSavedModel(CLI::App* app, ModelArguments* arguments);

// A graph with what to compile it with: signatures, and the folder that its kernels may read. A
// value.
struct LoadedModel {
  Graph graph;
  CompileOptions options;
  // The variables that signatures of a SavedModel assign.
  std::vector<std::string> assigned;

  // The tensor of the input or output `name` of a signature; `name` itself if there is no such one.
  const std::string& TensorOf(const std::string& name) const;

  // The tensors of inputs and outputs, by all names that they have.
  std::map<std::string, std::string> ports;
};

// True of an IR.
bool IsIr(const ModelArguments& arguments);
// True of a SavedModel's folder and of an IR: its graph is made when it is loaded, not read.
bool IsPrepared(const ModelArguments& arguments);

// Loads it by LoadGraph, LoadIr, or LoadSavedModel with the signature, or with all. Shows progress,
// and prints warnings. Errors of these; INVALID_ARGUMENT for --signature of a model that is not a
// SavedModel, and for --weights of one.
absl::StatusOr<LoadedModel> LoadModel(const ModelArguments& arguments);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_LOAD_MODEL_H_
