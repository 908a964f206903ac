// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_RENAMED_OPS_H_
#define FRAMEWORK_GRAPH_IO_RENAMED_OPS_H_

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft {
class NodeDef;
}  // namespace opgraft

namespace opgraft_internal {

// TensorFlow's op on reference variables that is named Assign, as ours is, is RefAssign here. These
// two map the names.

// The op that a node of a file means.
absl::string_view OpNameHere(const NodeDef& node);
// The name of an op in files.
absl::string_view OpNameInFile(absl::string_view op);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_RENAMED_OPS_H_
