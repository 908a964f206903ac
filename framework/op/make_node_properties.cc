// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/make_node_properties.h"

#include <utility>

#include "framework/op/arg_types.h"
#include "framework/op/node_def_util.h"
#include "framework/op/validate_node_def.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

absl::StatusOr<std::shared_ptr<const NodeProperties>> MakeNodeProperties(
    const NodeDef& node, const OpRegistrationData& op, int graph_def_version) {
  NodeDef full = node;
  AddDefaultsToNodeDef(op.op_def, &full);
  OPGRAFT_RETURN_IF_ERROR(ValidateNodeDef(full, op.op_def));
  auto properties = std::make_shared<NodeProperties>();
  properties->name = full.name();
  properties->op_name = full.op();
  properties->device = full.device();
  properties->op = &op;
  properties->attrs = MakeNodeAttrs(full);
  properties->inputs.assign(full.input().begin(), full.input().end());
  properties->graph_def_version = graph_def_version;
  const auto find = [&](absl::string_view name) { return properties->attrs.Find(name); };
  ArgTypes inputs, outputs;
  OPGRAFT_RETURN_IF_ERROR(ExpandArgs(op.op_def.input_arg(), find, &inputs));
  OPGRAFT_RETURN_IF_ERROR(ExpandArgs(op.op_def.output_arg(), find, &outputs));
  properties->input_types = std::move(inputs.types);
  properties->input_args = std::move(inputs.args);
  properties->output_types = std::move(outputs.types);
  properties->output_args = std::move(outputs.args);
  return properties;
}

}  // namespace opgraft_internal
