// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SAVED_MODEL_REACHABLE_H_
#define SAVED_MODEL_REACHABLE_H_

#include <string>
#include <vector>

#include "framework/types/internal_namespace.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {

// "x" of "x:1", "x" and "^x": the node of a tensor's name.
std::string NodeOfTensor(const std::string& tensor);

// The nodes of `def` that the tensors or nodes of these names need, the names themselves included,
// in their order, and the functions that those need. Names that are not there are left out: import
// and compile tell of them.
GraphDef ReachableFrom(const GraphDef& def, const std::vector<std::string>& names);

}  // namespace opgraft_internal

#endif  // SAVED_MODEL_REACHABLE_H_
