// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_BUILDER_RENAMED_CALLS_H_
#define FRAMEWORK_GRAPH_BUILDER_RENAMED_CALLS_H_

#include <memory>
#include <string>

#include "framework/graph/data/graph_editor.h"
#include "framework/graph/functions/function_body.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Functions that only attrs name (then_branch=@f) can be renamed after the nodes that run them were
// made. These rename such references; a node whose op is the function is not touched.

// Makes the attrs of all nodes that name function `from` name `to`.
void RenameCalls(const std::string& from, const std::string& to, GraphEditor* editor);

// A copy of a function's body with the same renamed.
std::shared_ptr<FunctionBody> WithRenamedCalls(const FunctionBody& body, const std::string& from,
                                               const std::string& to);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_BUILDER_RENAMED_CALLS_H_
