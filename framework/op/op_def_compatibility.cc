// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/op_def_compatibility.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/op/attr_value_equal.h"
#include "framework/op/op_def_util.h"
#include "framework/op/summarize_attr_value.h"
#include "framework/types/data_type.h"

namespace opgraft_internal {
namespace {

using Args = google::protobuf::RepeatedPtrField<OpDef::ArgDef>;

constexpr int64_t kMaxArgs = 1 << 20;  // as many as a node may have

std::string ShowAllowed(const OpDef::AttrDef& attr) {
  return attr.has_allowed_values() ? SummarizeAttrValue(attr.allowed_values()) : "no restriction";
}

std::string ShowMinimum(const OpDef::AttrDef& attr) {
  return attr.has_minimum() ? absl::StrCat(attr.minimum()) : "no minimum";
}

std::string ShowDefault(const OpDef::AttrDef& attr) {
  return attr.has_default_value() ? SummarizeAttrValue(attr.default_value()) : "no default";
}

template <typename List>
bool IsSubset(const List& some, const List& all) {
  return std::all_of(some.begin(), some.end(), [&](const auto& value) {
    return std::find(all.begin(), all.end(), value) != all.end();
  });
}

bool IsStricter(const OpDef::AttrDef& older, const OpDef::AttrDef& newer) {
  if (!newer.has_allowed_values()) return false;
  if (!older.has_allowed_values()) return true;
  const auto& before = older.allowed_values().list();
  const auto& now = newer.allowed_values().list();
  return !IsSubset(before.type(), now.type()) || !IsSubset(before.s(), now.s());
}

bool HasHigherMinimum(const OpDef::AttrDef& older, const OpDef::AttrDef& newer) {
  if (!newer.has_minimum()) return false;
  return !older.has_minimum() || newer.minimum() > older.minimum();
}

using Changes = std::vector<OpDefChange>;

void CompareAttr(const OpDef::AttrDef& older, const OpDef::AttrDef* newer, Changes* changes) {
  const auto add = [&](OpDefChange::Kind kind, const auto&... text) {
    changes->push_back({kind, older.name(), absl::StrCat("Attr '", older.name(), "' ", text...)});
  };
  if (newer == nullptr) return add(OpDefChange::kAttrRemoved, "removed");
  if (older.type() != newer->type()) {
    return add(OpDefChange::kAttrType, "changed type '", older.type(), "' -> '", newer->type(),
               "'");
  }
  if (IsStricter(older, *newer)) {
    add(OpDefChange::kAttrStricter, "has a stricter set of allowed values; from ",
        ShowAllowed(older), " to ", ShowAllowed(*newer));
  }
  if (HasHigherMinimum(older, *newer)) {
    add(OpDefChange::kAttrMinimum, "has a higher minimum; from ", ShowMinimum(older), " to ",
        ShowMinimum(*newer));
  }
}

void CompareAttrs(const OpDef& old_op, const OpDef& new_op, Changes* changes) {
  for (const OpDef::AttrDef& older : old_op.attr())
    CompareAttr(older, FindAttr(older.name(), new_op), changes);
  for (const OpDef::AttrDef& newer : new_op.attr()) {
    if (FindAttr(newer.name(), old_op) != nullptr || newer.has_default_value()) continue;
    changes->push_back({OpDefChange::kAttrWithoutDefault, newer.name(),
                        absl::StrCat("Attr '", newer.name(), "' added without default")});
  }
}

// What the inputs or outputs look like to a graph written for the old op: attrs that the old op has
// stay symbols, new ones are replaced by their defaults.
class Signature {
 public:
  Signature(const OpDef& old_op, const OpDef& new_op, bool with_names)
      : old_op_(old_op), new_op_(new_op), with_names_(with_names) {}

  // False if there are more than kMaxArgs; `too_many()` tells why.
  bool Add(const Args& args) {
    return std::all_of(args.begin(), args.end(), [&](const OpDef::ArgDef& arg) {
      return arg.type_list_attr().empty() ? AddRepeated(arg) : AddList(arg);
    });
  }

  std::string text() const { return absl::StrJoin(parts_, ", "); }
  const std::vector<bool>& is_ref() const { return is_ref_; }
  const std::string& too_many() const { return too_many_; }

 private:
  bool InOld(const std::string& attr) const { return FindAttr(attr, old_op_) != nullptr; }

  const AttrValue& NewDefault(const std::string& attr) const {
    const OpDef::AttrDef* found = FindAttr(attr, new_op_);
    return found == nullptr ? AttrValue::default_instance() : found->default_value();
  }

  bool AddParts(const OpDef::ArgDef& arg, const std::string& type, int64_t repeats) {
    if (repeats > kMaxArgs - static_cast<int64_t>(parts_.size())) {
      too_many_ = absl::StrCat("Number of outputs is too big: ", repeats, " more of '", arg.name(),
                               "' (by default)");
      return false;
    }
    for (int64_t i = 0; i < repeats; ++i) {
      parts_.push_back(with_names_ ? absl::StrCat(arg.name(), ":", type) : type);
      is_ref_.push_back(arg.is_ref());
    }
    return true;
  }

  bool AddList(const OpDef::ArgDef& arg) {
    if (InOld(arg.type_list_attr())) return AddParts(arg, arg.type_list_attr(), 1);
    const auto& types = NewDefault(arg.type_list_attr()).list().type();
    return std::all_of(types.begin(), types.end(), [&](int type) {
      return AddParts(arg, DataTypeString(static_cast<DataType>(type)), 1);
    });
  }

  bool AddRepeated(const OpDef::ArgDef& arg) {
    const std::string type = TypeOf(arg);
    if (arg.number_attr().empty()) return AddParts(arg, type, 1);
    if (InOld(arg.number_attr()))
      return AddParts(arg, absl::StrCat(arg.number_attr(), " * ", type), 1);
    return AddParts(arg, type, NewDefault(arg.number_attr()).i());
  }

  std::string TypeOf(const OpDef::ArgDef& arg) const {
    if (arg.type() != DT_INVALID) return DataTypeString(arg.type());
    if (InOld(arg.type_attr())) return arg.type_attr();
    return DataTypeString(NewDefault(arg.type_attr()).type());
  }

  const OpDef& old_op_;
  const OpDef& new_op_;
  const bool with_names_;
  std::vector<std::string> parts_;
  std::vector<bool> is_ref_;
  std::string too_many_;
};

// Inputs may stop being references, outputs may become some.
std::string RefChange(absl::string_view what, const std::vector<bool>& older,
                      const std::vector<bool>& newer, bool may_become) {
  for (size_t i = 0; i < older.size(); ++i) {
    if (older[i] == newer[i] || newer[i] == may_become) continue;
    return absl::StrCat(what, " ", i,
                        newer[i] ? " changed from non-ref to ref" : " changed from ref to non-ref");
  }
  return "";
}

void CompareSignatures(const OpDef& old_op, const OpDef& new_op, bool outputs, Changes* changes) {
  Signature older(old_op, new_op, outputs), newer(old_op, new_op, outputs);
  for (const auto& [signature, op] : {std::pair(&older, &old_op), std::pair(&newer, &new_op)}) {
    if (signature->Add(outputs ? op->output_arg() : op->input_arg())) continue;
    changes->push_back({OpDefChange::kTooManyArgs, "", signature->too_many()});
    return;
  }
  const absl::string_view what = outputs ? "Output" : "Input";
  if (older.text() != newer.text() || older.is_ref().size() != newer.is_ref().size()) {
    changes->push_back(
        {outputs ? OpDefChange::kOutputs : OpDefChange::kInputs, "",
         absl::StrCat(what, " signature mismatch '", older.text(), "' vs. '", newer.text(), "'")});
    return;
  }
  std::string ref_change = RefChange(what, older.is_ref(), newer.is_ref(), outputs);
  if (ref_change.empty()) return;
  changes->push_back(
      {outputs ? OpDefChange::kOutputRef : OpDefChange::kInputRef, "", std::move(ref_change)});
}

OpDefChange DefaultChange(const OpDef::AttrDef& older, const OpDef::AttrDef& newer) {
  const bool removed = !newer.has_default_value();
  return {removed ? OpDefChange::kDefaultRemoved : OpDefChange::kDefaultChanged, older.name(),
          absl::StrCat("Attr '", older.name(),
                       removed ? "' has removed its default; from "
                               : "' has changed its default value; from ",
                       ShowDefault(older), " to ", ShowDefault(newer))};
}

}  // namespace

std::vector<OpDefChange> IncompatibleChanges(const OpDef& old_op, const OpDef& new_op) {
  if (old_op.name() != new_op.name()) return {{OpDefChange::kName, "", "Name mismatch"}};
  Changes changes;
  CompareAttrs(old_op, new_op, &changes);
  for (bool outputs : {false, true}) CompareSignatures(old_op, new_op, outputs, &changes);
  return changes;
}

std::vector<OpDefChange> ChangedDefaults(const OpDef& old_op, const OpDef& new_op) {
  Changes changes;
  for (const OpDef::AttrDef& older : old_op.attr()) {
    const OpDef::AttrDef* newer = FindAttr(older.name(), new_op);
    if (newer == nullptr || !older.has_default_value()) continue;
    const bool is_kept = newer->has_default_value() &&
                         AreAttrValuesEqual(older.default_value(), newer->default_value());
    if (!is_kept) changes.push_back(DefaultChange(older, *newer));
  }
  return changes;
}

absl::Status OpDefCompatible(const OpDef& old_op, const OpDef& new_op) {
  const std::vector<OpDefChange> changes = IncompatibleChanges(old_op, new_op);
  if (changes.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("Incompatible Op change: ", changes[0].text,
                                                 "; old: ", SummarizeOpDef(old_op),
                                                 "; new: ", SummarizeOpDef(new_op)));
}

absl::Status OpDefAddedDefaultsUnchanged(const OpDef& old_op, const OpDef& penultimate_op,
                                         const OpDef& new_op) {
  for (const OpDef::AttrDef& added : penultimate_op.attr()) {
    if (FindAttr(added.name(), old_op) != nullptr) continue;
    const OpDef::AttrDef* now = FindAttr(added.name(), new_op);
    const std::string place =
        absl::StrCat(" attr '", added.name(), "' in op: ", SummarizeOpDef(new_op));
    if (now == nullptr) return absl::InvalidArgumentError(absl::StrCat("Missing", place));
    if (!added.has_default_value() || !now->has_default_value()) {
      return absl::InvalidArgumentError(absl::StrCat("Missing default for", place));
    }
    if (AreAttrValuesEqual(added.default_value(), now->default_value())) continue;
    return absl::InvalidArgumentError(absl::StrCat("Can't change default value for attr '",
                                                   added.name(), "' from ", ShowDefault(added),
                                                   " in op: ", SummarizeOpDef(new_op)));
  }
  return absl::OkStatus();
}

absl::Status OpDefAttrDefaultsUnchanged(const OpDef& old_op, const OpDef& new_op) {
  const std::vector<OpDefChange> changes = ChangedDefaults(old_op, new_op);
  return changes.empty() ? absl::OkStatus() : absl::InvalidArgumentError(changes[0].text);
}

}  // namespace opgraft_internal
