// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/op_def_util.h"

#include <algorithm>
#include <vector>

#include "absl/hash/hash.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/op/attr_value_equal.h"
#include "framework/op/summarize_attr_value.h"
#include "framework/types/data_type.h"

namespace opgraft_internal {
namespace {

std::string SummarizeArg(const OpDef::ArgDef& arg) {
  return absl::StrCat(arg.name(), ":", SummarizeArgType(arg));
}

template <typename Args>
std::string SummarizeArgs(const Args& args) {
  return absl::StrJoin(args, ", ", [](std::string* out, const OpDef::ArgDef& arg) {
    out->append(SummarizeArg(arg));
  });
}

// All of a definition but its attrs, in a form that is equal for equal definitions.
std::string WithoutAttrs(const OpDef& op) {
  OpDef rest = op;
  rest.clear_attr();
  return DeterministicBytes(rest);
}

std::vector<const OpDef::AttrDef*> SortedAttrs(const OpDef& op) {
  std::vector<const OpDef::AttrDef*> attrs;
  for (const OpDef::AttrDef& attr : op.attr()) attrs.push_back(&attr);
  std::stable_sort(attrs.begin(), attrs.end(),
                   [](const auto* a, const auto* b) { return a->name() < b->name(); });
  return attrs;
}

bool OptionalValuesEqual(bool has_a, const AttrValue& a, bool has_b, const AttrValue& b) {
  return has_a == has_b && (!has_a || AreAttrValuesEqual(a, b));
}

}  // namespace

const OpDef::AttrDef* FindAttr(absl::string_view name, const OpDef& op) {
  for (const OpDef::AttrDef& attr : op.attr()) {
    if (attr.name() == name) return &attr;
  }
  return nullptr;
}

OpDef::AttrDef* FindMutableAttr(absl::string_view name, OpDef* op) {
  return const_cast<OpDef::AttrDef*>(FindAttr(name, *op));
}

const OpDef::ArgDef* FindInputArg(absl::string_view name, const OpDef& op) {
  for (const OpDef::ArgDef& arg : op.input_arg()) {
    if (arg.name() == name) return &arg;
  }
  return nullptr;
}

bool IsListArg(const OpDef::ArgDef& arg) {
  return !arg.number_attr().empty() || !arg.type_list_attr().empty();
}

std::string SummarizeArgType(const OpDef::ArgDef& arg) {
  std::string type = arg.number_attr().empty() ? "" : absl::StrCat(arg.number_attr(), "*");
  if (arg.type() != DT_INVALID) {
    absl::StrAppend(&type, DataTypeString(arg.type()));
  } else {
    absl::StrAppend(&type, arg.type_attr(), arg.type_list_attr());
  }
  return arg.is_ref() ? absl::StrCat("Ref(", type, ")") : type;
}

std::string SummarizeOpDef(const OpDef& op) {
  std::string summary =
      absl::StrCat("Op<name=", op.name(), "; signature=", SummarizeArgs(op.input_arg()), " -> ",
                   SummarizeArgs(op.output_arg()));
  for (const OpDef::AttrDef& attr : op.attr()) {
    absl::StrAppend(&summary, "; attr=", attr.name(), ":", attr.type());
    if (attr.has_default_value())
      absl::StrAppend(&summary, ",default=", SummarizeAttrValue(attr.default_value()));
    if (attr.has_minimum()) absl::StrAppend(&summary, ",min=", attr.minimum());
    if (attr.has_allowed_values())
      absl::StrAppend(&summary, ",allowed=", SummarizeAttrValue(attr.allowed_values()));
  }
  if (op.is_commutative()) absl::StrAppend(&summary, "; is_commutative=true");
  if (op.is_aggregate()) absl::StrAppend(&summary, "; is_aggregate=true");
  if (op.is_stateful()) absl::StrAppend(&summary, "; is_stateful=true");
  if (op.allows_uninitialized_input())
    absl::StrAppend(&summary, "; allows_uninitialized_input=true");
  if (op.is_distributed_communication())
    absl::StrAppend(&summary, "; is_distributed_communication=true");
  return absl::StrCat(summary, ">");
}

std::string SummarizeAttrDef(const OpDef::AttrDef& attr) {
  std::string summary = attr.type();
  if (attr.has_allowed_values())
    absl::StrAppend(&summary, " in ", SummarizeAttrValue(attr.allowed_values()));
  if (attr.has_minimum()) absl::StrAppend(&summary, " >= ", attr.minimum());
  if (attr.has_default_value())
    absl::StrAppend(&summary, " = ", SummarizeAttrValue(attr.default_value()));
  return summary;
}

bool AttrDefEqual(const OpDef::AttrDef& a, const OpDef::AttrDef& b) {
  return a.name() == b.name() && a.type() == b.type() && a.description() == b.description() &&
         a.has_minimum() == b.has_minimum() && a.minimum() == b.minimum() &&
         OptionalValuesEqual(a.has_default_value(), a.default_value(), b.has_default_value(),
                             b.default_value()) &&
         OptionalValuesEqual(a.has_allowed_values(), a.allowed_values(), b.has_allowed_values(),
                             b.allowed_values());
}

uint64_t AttrDefHash(const OpDef::AttrDef& attr) {
  return absl::HashOf(attr.name(), attr.type(), attr.description(), attr.has_minimum(),
                      attr.minimum(),
                      attr.has_default_value() ? AttrValueHash(attr.default_value()) : 0,
                      attr.has_allowed_values() ? AttrValueHash(attr.allowed_values()) : 0);
}

bool OpDefEqual(const OpDef& a, const OpDef& b) {
  if (a.attr_size() != b.attr_size() || WithoutAttrs(a) != WithoutAttrs(b)) return false;
  const auto attrs_a = SortedAttrs(a), attrs_b = SortedAttrs(b);
  return std::equal(attrs_a.begin(), attrs_a.end(), attrs_b.begin(),
                    [](const auto* x, const auto* y) { return AttrDefEqual(*x, *y); });
}

uint64_t OpDefHash(const OpDef& op) {
  std::vector<uint64_t> attrs;
  for (const OpDef::AttrDef* attr : SortedAttrs(op)) attrs.push_back(AttrDefHash(*attr));
  return absl::HashOf(WithoutAttrs(op), attrs);
}

std::string ListAttrs(const OpDef& op) {
  if (op.attr_size() == 0) return "none";
  return absl::StrJoin(op.attr(), ", ", [](std::string* out, const OpDef::AttrDef& attr) {
    absl::StrAppend(out, attr.name(), " (", attr.type(), ")");
  });
}

absl::Status CheckOpDeprecation(const OpDef& op, int graph_def_version) {
  if (!op.has_deprecation() || graph_def_version < op.deprecation().version())
    return absl::OkStatus();
  return absl::UnimplementedError(
      absl::StrCat("Op ", op.name(), " is not available in GraphDef version ", graph_def_version,
                   ". It has been removed in version ", op.deprecation().version(), ". ",
                   op.deprecation().explanation(), "."));
}

void RemoveDescriptions(OpDef* op) {
  op->clear_summary();
  op->clear_description();
  for (OpDef::ArgDef& arg : *op->mutable_input_arg()) arg.clear_description();
  for (OpDef::ArgDef& arg : *op->mutable_output_arg()) arg.clear_description();
  for (OpDef::AttrDef& attr : *op->mutable_attr()) attr.clear_description();
}

}  // namespace opgraft_internal
