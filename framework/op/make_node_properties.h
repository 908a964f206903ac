// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_MAKE_NODE_PROPERTIES_H_
#define FRAMEWORK_OP_MAKE_NODE_PROPERTIES_H_

#include <memory>

#include "absl/status/statusor.h"
#include "framework/op/node_properties.h"
#include "framework/op/op_registration_data.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/node_def.pb.h"

namespace opgraft_internal {

// The properties of one node on its own, without a graph: its attrs with the defaults of `op`, and
// the types these give. INVALID_ARGUMENT as ValidateNodeDef. `op` must outlive them. Thread-safe.
//
// For tests and tools that call one kernel or shape function; a graph makes the properties of its
// nodes itself.
absl::StatusOr<std::shared_ptr<const NodeProperties>> MakeNodeProperties(
    const NodeDef& node, const OpRegistrationData& op, int graph_def_version = 0);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_MAKE_NODE_PROPERTIES_H_
