// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CLI_FOREIGN_FILE_H_
#define TOOLS_CLI_FOREIGN_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// INVALID_ARGUMENT for a file that is a model of another kind than a GraphDef, or a part of one:
// the message says what the file is (a Keras model, ONNX, a checkpoint, ...) and what to do with
// it. OK for all other files, and for a path where there is none.
absl::Status CheckNotForeign(const std::string& path);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_FOREIGN_FILE_H_
