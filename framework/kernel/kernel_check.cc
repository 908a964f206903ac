// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/kernel_check.h"

#include <algorithm>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/op/op_def_util.h"
#include "framework/op/spec_problem.h"
#include "framework/types/nearest.h"
#include "opgraft/proto/attr_value.pb.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {
namespace {

std::vector<std::string> ArgsOf(const OpDef& op) {
  std::vector<std::string> args;
  for (const OpDef::ArgDef& arg : op.input_arg()) args.push_back(arg.name());
  for (const OpDef::ArgDef& arg : op.output_arg()) args.push_back(arg.name());
  return args;
}

// The word of the spec language for what the constraint compares; "" if it compares nothing,
// "mixed" if several kinds.
std::string ConstraintKind(const AttrConstraint& constraint) {
  std::vector<std::string> kinds;
  if (!constraint.types.empty()) kinds.emplace_back("type");
  if (!constraint.strings.empty()) kinds.emplace_back("string");
  if (!constraint.ints.empty()) kinds.emplace_back("int");
  if (!constraint.bools.empty()) kinds.emplace_back("bool");
  if (kinds.empty()) return "";
  return kinds.size() == 1 ? kinds[0] : "mixed";
}

std::string CallText(const AttrConstraint& constraint) {
  if (constraint.types.size() == 1) {
    return absl::StrCat("TypeConstraint<", DataTypeString(constraint.types[0]), ">(\"",
                        constraint.attr, "\")");
  }
  return absl::StrCat(constraint.types.empty() ? "AttrConstraint" : "TypeConstraint", "(\"",
                      constraint.attr, "\")");
}

void CheckAllowed(const AttrConstraint& constraint, const OpDef::AttrDef& attr,
                  std::vector<std::string>* problems) {
  if (!attr.has_allowed_values()) return;
  std::vector<std::string> allowed, refused;
  for (int type : attr.allowed_values().list().type())
    allowed.push_back(DataTypeString(static_cast<DataType>(type)));
  for (const std::string& s : attr.allowed_values().list().s())
    allowed.push_back(absl::StrCat("'", s, "'"));
  for (DataType type : constraint.types) refused.push_back(DataTypeString(type));
  for (const std::string& s : constraint.strings) refused.push_back(absl::StrCat("'", s, "'"));
  for (const std::string& value : refused) {
    if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) continue;
    problems->push_back(absl::StrCat(CallText(constraint), ": attr '", attr.name(),
                                     "' of the op cannot be ", value, "; it allows ",
                                     absl::StrJoin(allowed, ", ")));
  }
}

void CheckConstraint(const AttrConstraint& constraint, const OpDef& op,
                     std::vector<std::string>* problems) {
  const auto attr = std::find_if(op.attr().begin(), op.attr().end(), [&](const OpDef::AttrDef& a) {
    return a.name() == constraint.attr;
  });
  if (attr == op.attr().end()) {
    problems->push_back(absl::StrCat(CallText(constraint), ": the op has no attr '",
                                     constraint.attr, "'; it has: ", ListAttrs(op)));
    return;
  }
  const std::string kind = ConstraintKind(constraint);
  if (kind.empty()) {
    problems->push_back(absl::StrCat(CallText(constraint), " allows no value at all"));
  } else if (kind != attr->type() && !(kind == "type" && attr->type() == "list(type)")) {
    problems->push_back(absl::StrCat(CallText(constraint), " constrains a ", kind, ", but attr '",
                                     constraint.attr, "' of the op is ", attr->type()));
  } else {
    CheckAllowed(constraint, *attr, problems);
  }
}

// How many inputs or outputs the op has; -1 if that depends on attrs.
int FixedCount(const google::protobuf::RepeatedPtrField<OpDef::ArgDef>& args) {
  for (const OpDef::ArgDef& arg : args) {
    if (IsListArg(arg)) return -1;
  }
  return args.size();
}

void CheckIndexes(absl::string_view call, const std::vector<std::pair<int, int>>& pairs,
                  const OpDef& op, std::vector<std::string>* problems) {
  const int inputs = FixedCount(op.input_arg());
  const int outputs = FixedCount(op.output_arg());
  for (const auto& [input, output] : pairs) {
    if (input >= 0 && output >= 0 && (inputs < 0 || input < inputs) &&
        (outputs < 0 || output < outputs))
      continue;
    problems->push_back(
        absl::StrCat(call, "(", input, ", ", output, "): the op has no such input or output"));
  }
}

void CheckHostMemory(const KernelSpec& kernel, const OpDef& op,
                     std::vector<std::string>* problems) {
  const std::vector<std::string> args = ArgsOf(op);
  for (const std::string& arg : kernel.host_memory_args) {
    if (std::find(args.begin(), args.end(), arg) != args.end()) continue;
    problems->push_back(
        absl::StrCat("HostMemory(\"", arg, "\"): the op has no input or output '", arg,
                     "'; it has: ", args.empty() ? "none" : absl::StrJoin(args, ", ")));
  }
}

std::string NoSuchOp(const std::string& name, const OpRegistryInterface& ops,
                     const std::vector<RefusedOp>& refused) {
  NearestName nearest(name);
  nearest.Offer(ops.Nearest(name));
  for (const RefusedOp& op : refused) nearest.Offer(op.name);
  std::string text = absl::StrCat("there is no op '", name, "'");
  const std::string& best = nearest.best();
  if (best.empty()) return text;
  const OpRegistrationData* known = ops.Find(best);
  const auto failed = std::find_if(refused.begin(), refused.end(),
                                   [&](const RefusedOp& op) { return op.name == best; });
  const SourceLocation where = known != nullptr ? known->location : failed->location;
  return absl::StrCat(text, "; nearest: '", best, "' (", ShowLocation(where), ")");
}

// What of the registration does not fit the op.
void CheckAgainst(const OpDef& op, const KernelSpec& kernel, std::vector<std::string>* problems) {
  for (const AttrConstraint& constraint : kernel.constraints)
    CheckConstraint(constraint, op, problems);
  CheckHostMemory(kernel, op, problems);
  CheckIndexes("Forwards", kernel.forwards, op, problems);
  CheckIndexes("Aliases", kernel.aliases, op, problems);
}

}  // namespace

std::vector<std::string> KernelProblems(const KernelSpec& kernel, const OpRegistryInterface& ops,
                                        const std::vector<RefusedOp>& refused) {
  std::vector<std::string> problems = kernel.problems;
  if (kernel.device.empty()) problems.emplace_back("it names no device; add .Device(DEVICE_CPU)");
  const OpRegistrationData* op = ops.Find(kernel.op);
  if (op == nullptr) {
    problems.push_back(NoSuchOp(kernel.op, ops, refused));
  } else {
    CheckAgainst(op->op_def, kernel, &problems);
  }
  return problems;
}

std::string KernelKey(const KernelSpec& kernel) {
  std::set<std::string> constraints;
  for (AttrConstraint constraint : kernel.constraints) {
    std::sort(constraint.types.begin(), constraint.types.end());
    std::sort(constraint.strings.begin(), constraint.strings.end());
    std::sort(constraint.ints.begin(), constraint.ints.end());
    constraints.insert(constraint.DebugString());
  }
  return absl::StrCat(kernel.op, "\n", kernel.device, "\n", kernel.label, "\n", kernel.priority,
                      "\n", absl::StrJoin(constraints, "\n"));
}

}  // namespace opgraft_internal
