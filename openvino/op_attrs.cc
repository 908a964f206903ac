// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/op_attrs.h"

#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

bool IsInferred(const OpDef& op, const std::string& attr) {
  for (const OpDef::ArgDef& arg : op.input_arg()) {
    if (attr == arg.type_attr() || attr == arg.number_attr() || attr == arg.type_list_attr())
      return true;
  }
  return false;
}

}  // namespace opgraft_internal
