// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SAVED_MODEL_SAVED_MODEL_FILE_H_
#define SAVED_MODEL_SAVED_MODEL_FILE_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/graph/data/import_limits.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {

// One signature as the file has it: names of inputs and outputs, and the tensors that they are.
struct FileSignature {
  std::map<std::string, std::string> inputs;
  std::map<std::string, std::string> outputs;
  std::string unsupported;  // an input or output that is no tensor, if there is one
};

// What saved_model.pb says of one set of tags. A value.
struct SavedModelFile {
  GraphDef graph;
  std::map<std::string, FileSignature> signatures;  // without the one of the initializer
  std::string init_op;                              // a node; "": none
  std::string restore_op;                           // a node; "": none
  std::string restore_path;  // the tensor that the checkpoint's prefix goes to
  std::string save_path;     // the tensor that the save function gives
  std::vector<std::pair<std::string, std::string>> assets;  // tensor, path of the file
  // Of functions: the numbers of the objects that the last arguments of a call are.
  std::map<std::string, std::vector<int32_t>> bound_inputs;
};

// True if there is such a folder with a saved_model.pb or saved_model.pbtxt in it.
bool IsSavedModel(const std::string& folder);
// "FOLDER/variables/variables".
std::string VariablesPrefix(const std::string& folder);

// Reads FOLDER/saved_model.pb, or saved_model.pbtxt if there is only that. NOT_FOUND for a folder
// without it, or for tags that it has not, with those that it has; INVALID_ARGUMENT for what is no
// SavedModel, or an asset that lies outside of FOLDER/assets; errors of ParseGraphDef.
absl::StatusOr<SavedModelFile> ReadSavedModel(const std::string& folder,
                                              const std::vector<std::string>& tags,
                                              const ImportLimits& limits);

}  // namespace opgraft_internal

#endif  // SAVED_MODEL_SAVED_MODEL_FILE_H_
