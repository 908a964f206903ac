// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_MODEL_VIEW_MODEL_TEXT_H_
#define TOOLS_MODEL_VIEW_MODEL_TEXT_H_

#include <ostream>
#include <string>

#include "framework/types/internal_namespace.h"
#include "tools/model_view/model_view.h"

namespace opgraft_internal {

// Writes a line for each node, in a function's body with the path that leads to it; what is wrong
// with a node follows a '#':
//
//   y = StatelessIf[...](cond, x) -> float [3]
//   norm = MyNorm[eps=0.1](y) -> float <unknown>  # unknown op
//   function add_z: then_branch of 'y'
//     y/add_z/add = AddV2[T=DT_FLOAT](x, z) -> float [3]
//     returns add
//   variable sum: float [1], starts from zeros
void WriteText(const ModelView& view, std::ostream& out);

// The line of one node.
std::string NodeText(const ModelView::GraphView& graph, const ModelView::NodeView& node);

}  // namespace opgraft_internal

#endif  // TOOLS_MODEL_VIEW_MODEL_TEXT_H_
