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
#include "framework/graph/io/import_options.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {

// One signature as the file has it: names of inputs and outputs, and the tensors that they are.
struct FileSignature {
  std::map<std::string, std::string> inputs;
  std::map<std::string, std::string> outputs;
  // An input or output that is no tensor, if there is one.
  std::string unsupported;
};

// What saved_model.pb says of one set of tags. A value.
struct SavedModelFile {
  GraphDef graph;
  // Without the one of the initializer.
  std::map<std::string, FileSignature> signatures;
  // A node; "": none.
  std::string init_op;
  // A node; "": none.
  std::string restore_op;
  // The tensor that the checkpoint's prefix goes to.
  std::string restore_path;
  // The tensor that the save function gives.
  std::string save_path;
  // Tensor, path of the file.
  std::vector<std::pair<std::string, std::string>> assets;
  // Of functions: the numbers of the objects that the last arguments of a call are.
  std::map<std::string, std::vector<int32_t>> bound_inputs;
};

// True if there is such a folder with a saved_model.pb or saved_model.pbtxt in it.
bool IsSavedModel(const std::string& folder);
// "FOLDER/variables/variables".
std::string VariablesPrefix(const std::string& folder);

// Reads FOLDER/saved_model.pb, or saved_model.pbtxt if there is only that. NOT_FOUND for a folder
// without it, or for tags that it has not, with those that it has; INVALID_ARGUMENT for what is no
// SavedModel, or an asset that lies outside of FOLDER/assets; RESOURCE_EXHAUSTED beyond `limits`,
// or if a file would take far more memory than its bytes have a use for; errors of ParseGraphDef,
// which tells `options` how far it is.
absl::StatusOr<SavedModelFile> ReadSavedModel(const std::string& folder,
                                              const std::vector<std::string>& tags,
                                              const ImportOptions& options);

}  // namespace opgraft_internal

#endif  // SAVED_MODEL_SAVED_MODEL_FILE_H_
