// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SAVED_MODEL_SAVED_MODEL_H_
#define SAVED_MODEL_SAVED_MODEL_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/io/import_options.h"
#include "framework/runtime/compile_options.h"

namespace opgraft {

// What to load of a SavedModel, and how. Plain data; thread-compatible.
//
// Example: one signature of a model that was saved for training, too.
//
//   SavedModelOptions options;
//   options.tags = {"serve", "train"};
//   options.signatures = {"predict"};
//   OPGRAFT_ASSIGN_OR_RETURN(auto saved, LoadSavedModel("models/lenet", options));
struct SavedModelOptions {
  std::vector<std::string> tags = {"serve"};
  // Empty: all whose inputs and outputs are tensors. The first is the one that a run means if it
  // names none; without names that is serving_default, if it is there.
  std::vector<std::string> signatures;
  ImportOptions import;
  // Of the initializers; signatures are not looked at.
  CompileOptions compile;
};

// A SavedModel made ready to compile: the graph of its signatures and what to compile it with.
// Inputs and outputs have the names of the signatures. A variable that no signature assigns is a
// constant of the graph; the others start from the checkpoint's values, which requests share until
// they write, and to which a reset returns. A value; thread-compatible.
//
// Example:
//   OPGRAFT_ASSIGN_OR_RETURN(const LoadedSavedModel saved, LoadSavedModel("models/lenet"));
//   OPGRAFT_ASSIGN_OR_RETURN(const CompiledModel model,
//                            CompiledModel::Compile(saved.graph, saved.options));
struct LoadedSavedModel {
  Graph graph;
  CompileOptions options;
  // Names of those that a signature assigns.
  std::vector<std::string> variables;
};

// Loads a SavedModel's folder: its restore function reads the checkpoint, then its initializer
// runs; assets are given to both by their names. Only what the signatures, the initializer and the
// restore function need must be known. Errors of ReadSavedModel, of import, compile and of those
// runs; NOT_FOUND for a signature that it has not.
absl::StatusOr<LoadedSavedModel> LoadSavedModel(const std::string& folder,
                                                const SavedModelOptions& options = {});

}  // namespace opgraft

#endif  // SAVED_MODEL_SAVED_MODEL_H_
