// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_MODEL_VIEW_TENSORFLOW_OPS_H_
#define TOOLS_MODEL_VIEW_TENSORFLOW_OPS_H_

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The names of TensorFlow's ops, each on a line: tensorflow_ops.txt, which the build puts into the
// program.
absl::string_view TensorFlowOps();

}  // namespace opgraft_internal

#endif  // TOOLS_MODEL_VIEW_TENSORFLOW_OPS_H_
