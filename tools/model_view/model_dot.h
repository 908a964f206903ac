// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_MODEL_VIEW_MODEL_DOT_H_
#define TOOLS_MODEL_VIEW_MODEL_DOT_H_

#include <ostream>

#include "framework/types/internal_namespace.h"
#include "tools/model_view/model_view.h"

namespace opgraft_internal {

// A Graphviz graph: bodies of functions are clusters, with a dotted edge from each node that runs
// them; what is wrong is red. `dot -Tsvg` draws it.
//
// Example of a line:
//   n2 -> n3 [label="float [1]"];
void WriteDot(const ModelView& view, std::ostream& out);

}  // namespace opgraft_internal

#endif  // TOOLS_MODEL_VIEW_MODEL_DOT_H_
