// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_VALIDATE_NODE_DEF_H_
#define FRAMEWORK_OP_VALIDATE_NODE_DEF_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/node_def.pb.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

// A name as nodes of files may have it: parts [A-Za-z0-9.][A-Za-z0-9_.\-/]* joined by '>'. With
// `allow_internal` the first part may begin with '_' instead.
bool IsValidNodeName(absl::string_view name, bool allow_internal = false);
// A data input: a node name, then maybe ':' and a number without leading zeros. (As in TensorFlow,
// several of these pass.)
bool IsValidDataInputName(absl::string_view name);
// '^' and a node name.
bool IsValidControlInputName(absl::string_view name);

// Checks the names of an untrusted node and that its control inputs come last. INVALID_ARGUMENT
// with the node attached.
absl::Status ValidateExternalNodeDefSyntax(const NodeDef& node);

// What is wrong with the node's attrs by its op: missing ones, and values of the wrong type, below
// the minimum or not allowed; sorted by attr. Placeholders pass; unknown attrs are ignored. The
// messages do not name the node.
std::vector<std::string> FindAttrProblems(const NodeDef& node, const OpDef& op);

// INVALID_ARGUMENT with all that is wrong with the node by its op: another op's name, control
// inputs that have a port or come before data inputs, its attrs, and the number of inputs. The
// types of what is connected are not checked here.
absl::Status ValidateNodeDef(const NodeDef& node, const OpDef& op);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_VALIDATE_NODE_DEF_H_
