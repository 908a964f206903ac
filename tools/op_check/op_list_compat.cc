// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_check/op_list_compat.h"

#include <map>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "framework/op/op_def_compatibility.h"
#include "framework/op/op_def_util.h"
#include "framework/op/summarize_attr_value.h"
#include "tools/op_gen/op_spec_text.h"

namespace opgraft_internal {
namespace {

constexpr size_t kMaxWhat = 600;

// "FooV2" of "Foo", "FooV3" of "FooV2".
std::string NextVersion(const std::string& op) {
  size_t digits = op.size();
  while (digits > 0 && absl::ascii_isdigit(static_cast<unsigned char>(op[digits - 1]))) --digits;
  int version = 1;
  const bool has_version = digits > 0 && op[digits - 1] == 'V' &&
                           absl::SimpleAtoi(absl::string_view(op).substr(digits), &version);
  return absl::StrCat(has_version ? op.substr(0, digits - 1) : op, "V", version + 1);
}

// The middle of a long signature is of no use in a message.
std::string Shorten(const std::string& text) {
  if (text.size() <= kMaxWhat) return text;
  return absl::StrCat(text.substr(0, kMaxWhat / 2), " ... ",
                      text.substr(text.size() - kMaxWhat / 2));
}

// `.Attr("n: int = 1")`.
std::string AttrCall(const OpDef::AttrDef& attr) {
  return absl::StrCat(".Attr(\"", AttrSpec(attr), "\")");
}

struct Advice {
  std::string rule;
  std::string fix;
};

// Says how to undo an attr's change; `attr` is the old one.
Advice AttrAdvice(OpDefChange::Kind kind, const OpDef::AttrDef& attr, const std::string& new_op) {
  const std::string other = absl::StrCat(", or register the new form as '", new_op, "'");
  switch (kind) {
    case OpDefChange::kAttrRemoved:
      return {"an attr that graphs set must stay",
              absl::StrCat("put back ", AttrCall(attr), other)};
    case OpDefChange::kAttrType:
      return {"an attr keeps its type",
              absl::StrCat("keep ", AttrCall(attr), " and add another attr with a default", other)};
    case OpDefChange::kAttrStricter:
      return {"what an attr allows may only grow",
              absl::StrCat("allow at least what ", AttrCall(attr), " did", other)};
    case OpDefChange::kAttrMinimum:
      return {"a minimum may only fall",
              absl::StrCat(attr.has_minimum() ? absl::StrCat("go back to >= ", attr.minimum())
                                              : "drop the minimum",
                           other)};
    default:
      return {
          "graphs leave out attrs that have their defaults, so a default stays",
          absl::StrCat("put back the default ", SummarizeAttrValue(attr.default_value()), other)};
  }
}

Advice ArgAdvice(const OpDefChange& change, const OpDef& new_def, const std::string& new_op) {
  const std::string other = absl::StrCat("register the new form as '", new_op, "'");
  switch (change.kind) {
    case OpDefChange::kAttrWithoutDefault:
      return {"a new attr has a default, which old graphs get",
              absl::StrCat("give ", AttrCall(*FindAttr(change.attr, new_def)),
                           " the default that means what the op did "
                           "before, or ",
                           other)};
    case OpDefChange::kInputs:
      return {
          "inputs keep their number, order and types; one may be added as a list that is empty by "
          "default",
          absl::StrCat(
              "put the inputs back (a type may become an attr whose default is the old type), or ",
              other)};
    case OpDefChange::kOutputs:
      return {"outputs keep their number, order, types and names",
              absl::StrCat("put the outputs back, or ", other)};
    case OpDefChange::kInputRef:
      return {"an input may stop being Ref(), not become one",
              absl::StrCat("take Ref() off the input, or ", other)};
    case OpDefChange::kOutputRef:
      return {"an output may become Ref(), not stop being one",
              absl::StrCat("put Ref() back on the output, or ", other)};
    default:
      return {"an op has at most 1048576 inputs and outputs",
              "make the default of the list's length smaller"};
  }
}

CompatViolation Judge(const OpDefChange& change, const OpDef& old_def, const OpDef& new_def) {
  const std::string new_op = NextVersion(old_def.name());
  const OpDef::AttrDef* attr = change.attr.empty() ? nullptr : FindAttr(change.attr, old_def);
  Advice advice =
      attr != nullptr ? AttrAdvice(change.kind, *attr, new_op) : ArgAdvice(change, new_def, new_op);
  return {old_def.name(), Shorten(change.text), std::move(advice.rule), std::move(advice.fix)};
}

}  // namespace

std::string CompatViolation::Line() const {
  return absl::StrCat(op, ": ", what, ". Rule: ", rule, ". Fix: ", fix, ".");
}

std::vector<CompatViolation> CompareOpLists(const OpList& old_ops, const OpList& new_ops) {
  std::map<std::string, const OpDef*> older, newer;
  for (const OpDef& op : old_ops.op()) older[op.name()] = &op;
  for (const OpDef& op : new_ops.op()) newer[op.name()] = &op;
  std::vector<CompatViolation> violations;
  for (const auto& [name, old_def] : older) {
    const auto found = newer.find(name);
    if (found == newer.end()) {
      violations.push_back({name, "the op is gone", "an op that graphs use must stay",
                            "keep it; .Deprecated(version, \"Use ...\") tells people to leave it"});
      continue;
    }
    for (const auto& changes : {IncompatibleChanges(*old_def, *found->second),
                                ChangedDefaults(*old_def, *found->second)}) {
      for (const OpDefChange& change : changes)
        violations.push_back(Judge(change, *old_def, *found->second));
    }
  }
  return violations;
}

}  // namespace opgraft_internal
