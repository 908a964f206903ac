// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/op_def_validation.h"

#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "framework/op/attr_value_check.h"
#include "framework/op/op_def_util.h"
#include "framework/op/spec_scanner.h"
#include "framework/types/data_type.h"

namespace opgraft_internal {
namespace {

// Parts [A-Z][A-Za-z0-9_]* joined by '>'.
bool IsCamelCaseOpName(absl::string_view name) {
  SpecScanner in(name);
  const auto is_upper = [](char c) { return IsLetter(c) && !IsLowerLetter(c); };
  do {
    if (in.TakeWord(is_upper, IsWordChar).empty()) return false;
  } while (in.Consume(">"));
  return in.at_end();
}

// "MyOp" for "my_op"; "" if that is not an op name either.
std::string ToCamelCase(absl::string_view name) {
  std::string camel;
  bool upper = true;
  for (char c : name) {
    if (c == '_') {
      upper = true;
      continue;
    }
    camel += upper ? absl::ascii_toupper(static_cast<unsigned char>(c)) : c;
    upper = false;
  }
  return IsCamelCaseOpName(camel) ? camel : "";
}

std::string CheckOpName(absl::string_view name) {
  if (absl::StartsWith(name, "_") || IsCamelCaseOpName(name)) return "";
  const std::string better = ToCamelCase(name);
  return absl::StrCat("Invalid name: ", name, " (Did you use CamelCase?)",
                      better.empty() ? "; an op name is [A-Z][A-Za-z0-9_]*, or several joined by >"
                                     : absl::StrCat("; write '", better, "'"));
}

std::string CheckAttrType(const OpDef::AttrDef& attr) {
  absl::string_view type = attr.type();
  const bool is_list = absl::ConsumePrefix(&type, "list(");
  bool known = false;
  for (absl::string_view base :
       {"string", "int", "float", "bool", "type", "shape", "tensor", "func"}) {
    known = absl::ConsumePrefix(&type, base);
    if (known) break;
  }
  if (!known) return absl::StrCat("Unrecognized type '", type, "' in attr '", attr.name(), "'");
  if (is_list && !absl::ConsumePrefix(&type, ")")) {
    return absl::StrCat("'list(' is missing ')' in attr ", attr.name(), "'s type ", attr.type());
  }
  if (type.empty()) return "";
  return absl::StrCat("Extra '", type, "' at the end of attr ", attr.name(), "'s type ",
                      attr.type());
}

std::string CheckMinimum(const OpDef::AttrDef& attr) {
  const bool is_list = IsListAttrType(attr.type());
  if (!attr.has_minimum()) {
    if (attr.minimum() == 0) return "";
    return absl::StrCat("Attr '", attr.name(), "' with has_minimum = false but minimum ",
                        attr.minimum(), " not equal to default of 0");
  }
  if (attr.type() != "int" && !is_list) {
    return absl::StrCat("Attr '", attr.name(), "' has minimum for unsupported type ", attr.type());
  }
  if (is_list && attr.minimum() < 0) {
    return absl::StrCat("Attr '", attr.name(),
                        "' with list type must have a non-negative minimum, not ", attr.minimum());
  }
  return "";
}

std::string CheckValues(const OpDef::AttrDef& attr) {
  if (attr.has_allowed_values()) {
    const std::string list_type =
        IsListAttrType(attr.type()) ? attr.type() : absl::StrCat("list(", attr.type(), ")");
    const absl::Status fits = AttrValueHasType(attr.allowed_values(), list_type);
    if (!fits.ok())
      return absl::StrCat(fits.message(), " for the allowed values of attr '", attr.name(), "'");
  }
  if (!attr.has_default_value()) return "";
  return std::string(ValidateAttrValue(attr.default_value(), attr).message());
}

std::string CheckAttr(const OpDef::AttrDef& attr) {
  DataType dtype;
  if (DataTypeFromString(attr.name(), &dtype)) {
    return absl::StrCat("Attr can't have name ", attr.name(), " that matches a data type");
  }
  for (auto* check : {CheckAttrType, CheckMinimum, CheckValues}) {
    std::string wrong = check(attr);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

class ArgChecker {
 public:
  ArgChecker(const OpDef& op, const OpDef::ArgDef& arg, absl::string_view kind)
      : op_(op), arg_(arg), kind_(kind) {}

  std::string Check() const {
    if (arg_.type() == DT_INVALID && arg_.type_attr().empty() && arg_.type_list_attr().empty()) {
      return absl::StrCat("Missing type", ForArg());
    }
    std::string wrong = arg_.number_attr().empty() ? CheckOneType() : CheckLength();
    return wrong.empty() ? CheckType() : wrong;
  }

 private:
  std::string ForArg() const { return absl::StrCat(" for ", kind_, " '", arg_.name(), "'"); }
  std::string Unknown(absl::string_view attr) const {
    return absl::StrCat("No attr with name '", attr, "'", ForArg());
  }

  std::string CheckOneType() const {
    const int types =
        (arg_.type() != DT_INVALID) + !arg_.type_attr().empty() + !arg_.type_list_attr().empty();
    return types == 1 ? ""
                      : absl::StrCat("Exactly one of type, type_attr, type_list_attr must be set",
                                     ForArg());
  }

  std::string CheckLength() const {
    const OpDef::AttrDef* attr = FindAttr(arg_.number_attr(), op_);
    if (attr == nullptr) return Unknown(arg_.number_attr());
    const auto head = [&] {
      return absl::StrCat("Attr '", attr->name(), "' used as length", ForArg());
    };
    if (attr->type() != "int") return absl::StrCat(head(), " has type ", attr->type(), " != int");
    if (!attr->has_minimum()) return absl::StrCat(head(), " must have minimum");
    if (attr->minimum() < 0) return absl::StrCat(head(), " must have minimum >= 0");
    if (!arg_.type_list_attr().empty())
      return absl::StrCat("Can't have both number_attr and type_list_attr", ForArg());
    const bool one_type = (arg_.type() != DT_INVALID) != !arg_.type_attr().empty();
    return one_type ? "" : absl::StrCat("Exactly one of type, type_attr must be set", ForArg());
  }

  std::string CheckType() const {
    if (!arg_.type_attr().empty()) return CheckTypeAttr("type_attr", arg_.type_attr(), "type");
    if (!arg_.type_list_attr().empty())
      return CheckTypeAttr("type_list_attr", arg_.type_list_attr(), "list(type)");
    if (!IsRefType(arg_.type())) return "";
    return absl::StrCat("Illegal use of ref type '", DataTypeString(arg_.type()),
                        "'. Use 'Ref(type)' instead", ForArg());
  }

  std::string CheckTypeAttr(absl::string_view use, const std::string& name,
                            absl::string_view type) const {
    const OpDef::AttrDef* attr = FindAttr(name, op_);
    if (attr == nullptr) return Unknown(name);
    if (attr->type() == type) return "";
    return absl::StrCat("Attr '", name, "' used as ", use, ForArg(), " has type ", attr->type(),
                        " != ", type);
  }

  const OpDef& op_;
  const OpDef::ArgDef& arg_;
  const absl::string_view kind_;
};

// Gathers problems; attrs, inputs and outputs share one space of names.
class OpDefChecker {
 public:
  explicit OpDefChecker(const OpDef& op) : op_(op) {}

  std::vector<OpDefProblem> Run() {
    Add({OpDefPart::kOp, 0}, CheckOpName(op_.name()));
    for (int i = 0; i < op_.attr_size(); ++i) {
      const OpDefPart part{OpDefPart::kAttr, i};
      if (CheckUnique(part, op_.attr(i).name())) Add(part, CheckAttrAndUse(op_.attr(i)));
    }
    CheckArgs(OpDefPart::kInput, op_.input_arg(), "input");
    CheckArgs(OpDefPart::kOutput, op_.output_arg(), "output");
    return std::move(problems_);
  }

 private:
  // An input of `N * T` gives N a minimum, whatever its type: who wrote none must learn where it is
  // from.
  std::string CheckAttrAndUse(const OpDef::AttrDef& attr) const {
    std::string wrong = CheckAttr(attr);
    if (wrong.empty() || attr.type() == "int") return wrong;
    for (const auto* args : {&op_.input_arg(), &op_.output_arg()}) {
      for (const OpDef::ArgDef& arg : *args) {
        if (arg.number_attr() != attr.name()) continue;
        return absl::StrCat(wrong, "; as the length of '", arg.name(), "' it must be an int");
      }
    }
    return wrong;
  }

  void CheckArgs(OpDefPart::Kind kind,
                 const google::protobuf::RepeatedPtrField<OpDef::ArgDef>& args,
                 absl::string_view kind_name) {
    for (int i = 0; i < args.size(); ++i) {
      const OpDefPart part{kind, i};
      if (CheckUnique(part, args[i].name())) Add(part, ArgChecker(op_, args[i], kind_name).Check());
    }
  }

  bool CheckUnique(OpDefPart part, absl::string_view name) {
    const OpDefPart* first = Remember(part, name);
    if (first != nullptr) problems_.push_back({part, *first, absl::StrCat("'", name, "'")});
    return first == nullptr;
  }

  // The part that has this name already, if any.
  const OpDefPart* Remember(OpDefPart part, absl::string_view name) {
    if (few_names_.size() < kFew) {
      for (const auto& known : few_names_) {
        if (known.first == name) return &known.second;
      }
      few_names_.emplace_back(name, part);
      return nullptr;
    }
    if (names_.empty()) names_.insert(few_names_.begin(), few_names_.end());
    const auto [known, is_new] = names_.try_emplace(name, part);
    return is_new ? nullptr : &known->second;
  }

  void Add(OpDefPart part, std::string message) {
    if (!message.empty()) problems_.push_back({part, absl::nullopt, std::move(message)});
  }

  const OpDef& op_;
  // Nearly all ops have few names, and need no table of them.
  static constexpr size_t kFew = 16;
  absl::InlinedVector<std::pair<absl::string_view, OpDefPart>, kFew> few_names_;
  absl::flat_hash_map<absl::string_view, OpDefPart> names_;  // all of them, if there are more
  std::vector<OpDefProblem> problems_;
};

}  // namespace

std::vector<OpDefProblem> FindOpDefProblems(const OpDef& op) { return OpDefChecker(op).Run(); }

absl::Status ValidateOpDef(const OpDef& op) {
  const std::vector<OpDefProblem> problems = FindOpDefProblems(op);
  if (problems.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrJoin(problems, "\n", [&](std::string* out, const OpDefProblem& problem) {
        absl::StrAppend(out, problem.clash ? "Duplicate name: " : "", problem.message, " in Op '",
                        op.name(), "'");
      }));
}

}  // namespace opgraft_internal
