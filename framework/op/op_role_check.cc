// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/op_role_check.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/op_def_util.h"
#include "framework/op/op_role.h"

namespace opgraft_internal {
namespace {

constexpr int kAnyNumber = -1;

// What the op of a role looks like.
struct RoleForm {
  OpRole role;
  const char* name;
  int inputs;
  int outputs;
  std::vector<std::pair<const char*, const char*>> attrs;  // name and type
};

const RoleForm* FormOf(OpRole role) {
  static const auto* const forms = new std::vector<RoleForm>{
      {OpRole::kConstant, "a constant", 0, 1, {{"value", "tensor"}, {"dtype", "type"}}},
      {OpRole::kPlaceholder, "a placeholder", 0, 1, {}},
      {OpRole::kPlaceholderWithDefault, "a placeholder with a default", 1, 1, {}},
      {OpRole::kNoOp, "an op that does nothing", 0, 0, {}},
      {OpRole::kRead,
       "a read of a variable",
       kAnyNumber,
       1,
       {{"variable_id", "string"}, {"variable_shape", "shape"}}},
      {OpRole::kAssign, "an assignment to a variable", 1, 1, {{"variable_id", "string"}}},
      {OpRole::kArgument, "an argument", 0, 1, {}},
  };
  const auto found = std::find_if(forms->begin(), forms->end(),
                                  [role](const RoleForm& form) { return form.role == role; });
  return found == forms->end() ? nullptr : &*found;
}

using Args = google::protobuf::RepeatedPtrField<OpDef::ArgDef>;

bool HasNumber(const Args& args, int number) {
  return number == kAnyNumber ||
         (args.size() == number && std::none_of(args.begin(), args.end(), IsListArg));
}

bool HasAttr(const OpRegistrationData& op, const char* name, const char* type) {
  const int attr = op.FindAttr(name);
  return attr >= 0 && op.op_def.attr(attr).type() == type;
}

std::string CheckForm(const RoleForm& form, const OpRegistrationData& op) {
  if (!HasNumber(op.op_def.input_arg(), form.inputs))
    return absl::StrCat(form.name, " has ", form.inputs, " inputs");
  if (!HasNumber(op.op_def.output_arg(), form.outputs))
    return absl::StrCat(form.name, " has ", form.outputs, " outputs");
  for (const auto& [name, type] : form.attrs) {
    if (!HasAttr(op, name, type))
      return absl::StrCat(form.name, " has an attr '", name, ": ", type, "'");
  }
  return "";
}

bool StandForTheSame(const OpDef::ArgDef& a, const OpDef::ArgDef& b) {
  return a.type() == b.type() && a.type_attr() == b.type_attr() &&
         a.number_attr() == b.number_attr() && a.type_list_attr() == b.type_list_attr();
}

bool PassesAllOn(const OpDef& op) {
  return op.input_arg_size() > 0 &&
         std::equal(op.input_arg().begin(), op.input_arg().end(), op.output_arg().begin(),
                    op.output_arg().end(), StandForTheSame);
}

}  // namespace

std::string FindRoleProblem(const OpRegistrationData& op) {
  const bool has_call_site = op.call_site_fn != nullptr;
  if (RunsBodies(op.role) != has_call_site) {
    return has_call_site ? "only a call, a branch or a loop has a call-site function"
                         : "a call, a branch or a loop has a call-site function";
  }
  if (op.role == OpRole::kPassOn && !PassesAllOn(op.op_def))
    return "an op that passes its inputs on has outputs of the same types";
  const RoleForm* form = FormOf(op.role);
  return form == nullptr ? "" : CheckForm(*form, op);
}

}  // namespace opgraft_internal
