// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_FUNCTIONS_ATTR_PLACEHOLDERS_H_
#define FRAMEWORK_GRAPH_FUNCTIONS_ATTR_PLACEHOLDERS_H_

#include "absl/status/status.h"
#include "framework/op/node_attrs.h"
#include "framework/types/internal_namespace.h"

namespace opgraft {
class NodeDef;
}  // namespace opgraft

namespace opgraft_internal {

// Puts the values of `attrs` where the attrs of `node` have placeholders, in func attrs at any
// depth. INVALID_ARGUMENT names a placeholder without value; RESOURCE_EXHAUSTED for func attrs that
// nest deeper than `max_nesting` or grow beyond 128 KiB, as those of a function that calls itself
// with more attrs each time.
//
// Example: with attrs {T: float}, the node Neg[T=$T](x) becomes Neg[T=float](x).
absl::Status ReplacePlaceholders(const NodeAttrs& attrs, int max_nesting, NodeDef* node);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_FUNCTIONS_ATTR_PLACEHOLDERS_H_
