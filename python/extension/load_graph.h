// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef PYTHON_EXTENSION_LOAD_GRAPH_H_
#define PYTHON_EXTENSION_LOAD_GRAPH_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/graph/io/import_options.h"
#include "framework/types/internal_namespace.h"
#include "python/extension/py_model.h"

// Models of all formats. No function needs the GIL.
namespace opgraft_internal {

struct LoadRequest {
  std::string path;
  std::string weights;  // of an IR; "": the .bin beside it
  std::vector<std::string> tags;
  std::vector<std::string> signatures;  // of a SavedModel; none: all
  ImportOptions import;
};

// A GraphDef's file, a SavedModel's folder or an IR.
absl::StatusOr<PyGraph> LoadFile(const LoadRequest& request);
// A GraphDef, binary or text, or the XML of an IR with its weights.
absl::StatusOr<PyGraph> LoadBytes(absl::string_view contents, absl::string_view weights,
                                  const ImportOptions& options);

}  // namespace opgraft_internal

#endif  // PYTHON_EXTENSION_LOAD_GRAPH_H_
