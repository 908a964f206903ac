// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/functions/function_args.h"

#include <string>

#include "framework/op/op_registry.h"

namespace opgraft_internal {

namespace {

OpRegistrationData MakeArgOp() {
  OpRegistrationData data;
  data.op_def.set_name(std::string(kArgOpName));
  OpDef::ArgDef* output = data.op_def.add_output_arg();
  output->set_name("output");
  output->set_type_attr("T");
  OpDef::AttrDef* type = data.op_def.add_attr();
  type->set_name("T");
  type->set_type("type");
  OpDef::AttrDef* index = data.op_def.add_attr();
  index->set_name("index");
  index->set_type("int");
  data.role = OpRole::kArgument;
  return data;
}

}  // namespace

const OpRegistrationData& ArgOp() {
  static const OpRegistrationData* const data = new OpRegistrationData(MakeArgOp());
  return *data;
}

}  // namespace opgraft_internal
