#include "framework/op/op_def_compatibility.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/op/attr_value_equal.h"
#include "framework/op/attr_value_summary.h"
#include "framework/op/op_def_util.h"
#include "framework/types/data_type.h"
#include "framework/types/status_macros.h"

namespace opgraft {
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
  return std::all_of(some.begin(), some.end(),
                     [&](const auto& value) { return std::find(all.begin(), all.end(), value) != all.end(); });
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

// "" if graphs with the old attr fit the new one.
std::string AttrChange(const OpDef::AttrDef& older, const OpDef::AttrDef* newer) {
  const std::string attr = absl::StrCat("Attr '", older.name(), "'");
  if (newer == nullptr) return absl::StrCat(attr, " removed");
  if (older.type() != newer->type()) {
    return absl::StrCat(attr, " changed type '", older.type(), "' -> '", newer->type(), "'");
  }
  if (IsStricter(older, *newer)) {
    return absl::StrCat(attr, " has a stricter set of allowed values; from ", ShowAllowed(older), " to ",
                        ShowAllowed(*newer));
  }
  if (HasHigherMinimum(older, *newer)) {
    return absl::StrCat(attr, " has a higher minimum; from ", ShowMinimum(older), " to ", ShowMinimum(*newer));
  }
  return "";
}

std::string AttrChanges(const OpDef& old_op, const OpDef& new_op) {
  for (const OpDef::AttrDef& older : old_op.attr()) {
    std::string change = AttrChange(older, FindAttr(older.name(), new_op));
    if (!change.empty()) return change;
  }
  for (const OpDef::AttrDef& newer : new_op.attr()) {
    if (FindAttr(newer.name(), old_op) == nullptr && !newer.has_default_value()) {
      return absl::StrCat("Attr '", newer.name(), "' added without default");
    }
  }
  return "";
}

// What the inputs or outputs look like to a graph written for the old op: attrs that the old op has stand for
// themselves, new ones for their defaults.
class Signature {
 public:
  Signature(const OpDef& old_op, const OpDef& new_op, bool with_names)
      : old_op_(old_op), new_op_(new_op), with_names_(with_names) {}

  absl::Status Add(const Args& args) {
    for (const OpDef::ArgDef& arg : args) {
      OPGRAFT_RETURN_IF_ERROR(arg.type_list_attr().empty() ? AddRepeated(arg) : AddList(arg));
    }
    return absl::OkStatus();
  }

  std::string text() const { return absl::StrJoin(parts_, ", "); }
  const std::vector<bool>& is_ref() const { return is_ref_; }

 private:
  bool InOld(const std::string& attr) const { return FindAttr(attr, old_op_) != nullptr; }

  const AttrValue& NewDefault(const std::string& attr) const {
    const OpDef::AttrDef* found = FindAttr(attr, new_op_);
    return found == nullptr ? AttrValue::default_instance() : found->default_value();
  }

  void AddPart(const OpDef::ArgDef& arg, const std::string& type) {
    parts_.push_back(with_names_ ? absl::StrCat(arg.name(), ":", type) : type);
    is_ref_.push_back(arg.is_ref());
  }

  absl::Status AddList(const OpDef::ArgDef& arg) {
    if (InOld(arg.type_list_attr())) {
      AddPart(arg, arg.type_list_attr());
      return absl::OkStatus();
    }
    for (int type : NewDefault(arg.type_list_attr()).list().type())
      AddPart(arg, DataTypeString(static_cast<DataType>(type)));
    return absl::OkStatus();
  }

  absl::Status AddRepeated(const OpDef::ArgDef& arg) {
    std::string type = TypeOf(arg);
    int64_t repeats = 1;
    if (!arg.number_attr().empty() && InOld(arg.number_attr())) {
      type = absl::StrCat(arg.number_attr(), " * ", type);
    } else if (!arg.number_attr().empty()) {
      repeats = NewDefault(arg.number_attr()).i();
    }
    if (repeats > kMaxArgs) {
      return absl::InvalidArgumentError(
          absl::StrCat("Number of outputs is too big: ", repeats, " (default of attr '", arg.number_attr(), "')"));
    }
    for (int64_t i = 0; i < repeats; ++i) AddPart(arg, type);
    return absl::OkStatus();
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
};

// Inputs may stop being references, outputs may become some.
std::string RefChange(absl::string_view what, const std::vector<bool>& older, const std::vector<bool>& newer,
                      bool may_become) {
  for (size_t i = 0; i < older.size(); ++i) {
    if (older[i] == newer[i] || newer[i] == may_become) continue;
    return absl::StrCat(what, " ", i, newer[i] ? " changed from non-ref to ref" : " changed from ref to non-ref");
  }
  return "";
}

absl::Status SignatureChange(const OpDef& old_op, const OpDef& new_op, bool outputs, std::string* change) {
  Signature older(old_op, new_op, outputs), newer(old_op, new_op, outputs);
  OPGRAFT_RETURN_IF_ERROR(older.Add(outputs ? old_op.output_arg() : old_op.input_arg()));
  OPGRAFT_RETURN_IF_ERROR(newer.Add(outputs ? new_op.output_arg() : new_op.input_arg()));
  const absl::string_view what = outputs ? "Output" : "Input";
  if (older.text() != newer.text() || older.is_ref().size() != newer.is_ref().size()) {
    *change = absl::StrCat(what, " signature mismatch '", older.text(), "' vs. '", newer.text(), "'");
  } else {
    *change = RefChange(what, older.is_ref(), newer.is_ref(), outputs);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status OpDefCompatible(const OpDef& old_op, const OpDef& new_op) {
  std::string change = old_op.name() == new_op.name() ? AttrChanges(old_op, new_op) : "Name mismatch";
  for (bool outputs : {false, true}) {
    if (change.empty()) OPGRAFT_RETURN_IF_ERROR(SignatureChange(old_op, new_op, outputs, &change));
  }
  if (change.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("Incompatible Op change: ", change, "; old: ", SummarizeOpDef(old_op),
                                                 "; new: ", SummarizeOpDef(new_op)));
}

absl::Status OpDefAddedDefaultsUnchanged(const OpDef& old_op, const OpDef& penultimate_op, const OpDef& new_op) {
  for (const OpDef::AttrDef& added : penultimate_op.attr()) {
    if (FindAttr(added.name(), old_op) != nullptr) continue;
    const OpDef::AttrDef* now = FindAttr(added.name(), new_op);
    const std::string place = absl::StrCat(" attr '", added.name(), "' in op: ", SummarizeOpDef(new_op));
    if (now == nullptr) return absl::InvalidArgumentError(absl::StrCat("Missing", place));
    if (!added.has_default_value() || !now->has_default_value()) {
      return absl::InvalidArgumentError(absl::StrCat("Missing default for", place));
    }
    if (AreAttrValuesEqual(added.default_value(), now->default_value())) continue;
    return absl::InvalidArgumentError(absl::StrCat("Can't change default value for attr '", added.name(), "' from ",
                                                   ShowDefault(added), " in op: ", SummarizeOpDef(new_op)));
  }
  return absl::OkStatus();
}

absl::Status OpDefAttrDefaultsUnchanged(const OpDef& old_op, const OpDef& new_op) {
  for (const OpDef::AttrDef& older : old_op.attr()) {
    const OpDef::AttrDef* newer = FindAttr(older.name(), new_op);
    if (newer == nullptr || !older.has_default_value()) continue;
    const bool removed = !newer->has_default_value();
    if (!removed && AreAttrValuesEqual(older.default_value(), newer->default_value())) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "Attr '", older.name(), removed ? "' has removed its default; from " : "' has changed its default value; from ",
        ShowDefault(older), " to ", ShowDefault(*newer)));
  }
  return absl::OkStatus();
}

}  // namespace opgraft
