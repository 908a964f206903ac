// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/attr_value_check.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "framework/op/summarize_attr_value.h"
#include "framework/types/data_type.h"
#include "framework/types/nearest.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

using ListValue = AttrValue::ListValue;

// A kind of value: its attr type, the field of AttrValue that holds one, and how many a list holds.
struct ValueKind {
  absl::string_view type;
  AttrValue::ValueCase field;
  int (*size)(const ListValue&);
};

constexpr ValueKind kKinds[] = {
    {"string", AttrValue::kS, [](const ListValue& l) { return l.s_size(); }},
    {"int", AttrValue::kI, [](const ListValue& l) { return l.i_size(); }},
    {"float", AttrValue::kF, [](const ListValue& l) { return l.f_size(); }},
    {"bool", AttrValue::kB, [](const ListValue& l) { return l.b_size(); }},
    {"type", AttrValue::kType, [](const ListValue& l) { return l.type_size(); }},
    {"shape", AttrValue::kShape, [](const ListValue& l) { return l.shape_size(); }},
    {"tensor", AttrValue::kTensor, [](const ListValue& l) { return l.tensor_size(); }},
    {"func", AttrValue::kFunc, [](const ListValue& l) { return l.func_size(); }},
};

// The kind that attr type `type`, maybe a list, is of; null if there is none.
const ValueKind* KindOf(absl::string_view type) {
  if (IsListAttrType(type)) type = type.substr(5, type.size() - 6);
  for (const ValueKind& kind : kKinds) {
    if (kind.type == type) return &kind;
  }
  return nullptr;
}

// The kind of which the field holds one value; null for a list, a placeholder and nothing.
const ValueKind* KindOf(AttrValue::ValueCase field) {
  for (const ValueKind& kind : kKinds) {
    if (kind.field == field) return &kind;
  }
  return nullptr;
}

absl::Status WrongType(absl::string_view actual, absl::string_view expected) {
  return absl::InvalidArgumentError(
      absl::StrCat("AttrValue had value with type '", actual, "' when '", expected, "' expected"));
}

bool IsListOf(absl::string_view element, absl::string_view type) {
  return absl::ConsumePrefix(&type, "list(") && absl::ConsumeSuffix(&type, ")") && type == element;
}

absl::Status CheckListKind(const ListValue& list, absl::string_view type) {
  for (const ValueKind& kind : kKinds) {
    if (kind.size(list) == 0 || IsListOf(kind.type, type)) continue;
    return WrongType(absl::StrCat("list(", kind.type, ")"), type);
  }
  return absl::OkStatus();
}

absl::Status CheckKind(const AttrValue& value, absl::string_view type) {
  if (value.value_case() == AttrValue::kPlaceholder)
    return absl::InvalidArgumentError("AttrValue had value with unexpected type 'placeholder'");
  if (const ValueKind* kind = KindOf(value.value_case()))
    return kind->type == type ? absl::OkStatus() : WrongType(kind->type, type);
  // A list, or nothing: old GraphDefs write an empty list like that.
  OPGRAFT_RETURN_IF_ERROR(CheckListKind(value.list(), type));
  if (IsListAttrType(type)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("AttrValue missing value with expected type '", type, "'"));
}

absl::Status CheckDataType(int number, absl::string_view verb) {
  const DataType dtype = static_cast<DataType>(number);
  if (dtype == DT_INVALID)
    return absl::InvalidArgumentError(absl::StrCat("AttrValue ", verb, " invalid DataType"));
  if (!DataTypeIsValid(BaseType(dtype))) {
    return absl::InvalidArgumentError(
        absl::StrCat("AttrValue ", verb, " invalid DataType enum: ", number));
  }
  if (!IsRefType(dtype)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("AttrValue must not have reference type value of ", DataTypeString(dtype)));
}

absl::Status TooSmall(absl::string_view what, int64_t given, const OpDef::AttrDef& attr) {
  return absl::InvalidArgumentError(absl::StrCat(what, " for attr '", attr.name(), "' of ", given,
                                                 " must be at least minimum ", attr.minimum()));
}

absl::Status CheckMinimum(const AttrValue& value, const OpDef::AttrDef& attr) {
  if (attr.type() == "int") {
    return value.i() >= attr.minimum() ? absl::OkStatus() : TooSmall("Value", value.i(), attr);
  }
  const ValueKind* kind = IsListAttrType(attr.type()) ? KindOf(attr.type()) : nullptr;
  const int length = kind == nullptr ? -1 : kind->size(value.list());
  return length >= attr.minimum() ? absl::OkStatus() : TooSmall("Length", length, attr);
}

absl::Status NotAllowed(const OpDef::AttrDef& attr, absl::string_view value,
                        const std::vector<std::string>& allowed, absl::string_view nearest) {
  return absl::InvalidArgumentError(
      absl::StrCat("Value for attr '", attr.name(), "' of ", value,
                   " is not in the list of allowed values: ", absl::StrJoin(allowed, ", "),
                   nearest.empty() ? "" : absl::StrCat("; nearest: \"", nearest, "\"")));
}

absl::Status CheckAllowedType(int number, const OpDef::AttrDef& attr) {
  const auto& allowed = attr.allowed_values().list().type();
  if (std::find(allowed.begin(), allowed.end(), number) != allowed.end()) return absl::OkStatus();
  std::vector<std::string> names;
  for (int dtype : allowed) names.push_back(DataTypeString(static_cast<DataType>(dtype)));
  return NotAllowed(attr, DataTypeString(static_cast<DataType>(number)), names, "");
}

absl::Status CheckAllowedString(const std::string& value, const OpDef::AttrDef& attr) {
  const auto& allowed = attr.allowed_values().list().s();
  if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return absl::OkStatus();
  std::vector<std::string> quoted;
  for (const std::string& s : allowed) quoted.push_back(absl::StrCat("\"", s, "\""));
  return NotAllowed(attr, SummarizeAttrString(value), quoted, Nearest(value, allowed));
}

// Checks each element of a list.
template <typename List, typename Check>
absl::Status CheckEach(const List& list, Check check, const OpDef::AttrDef& attr) {
  for (const auto& value : list) OPGRAFT_RETURN_IF_ERROR(check(value, attr));
  return absl::OkStatus();
}

absl::Status CheckAllowed(const AttrValue& value, const OpDef::AttrDef& attr) {
  if (attr.type() == "type") return CheckAllowedType(value.type(), attr);
  if (attr.type() == "string") return CheckAllowedString(value.s(), attr);
  if (attr.type() == "list(type)") return CheckEach(value.list().type(), CheckAllowedType, attr);
  if (attr.type() == "list(string)") return CheckEach(value.list().s(), CheckAllowedString, attr);
  return absl::UnimplementedError(
      absl::StrCat("Support for allowed_values not implemented for type ", attr.type(),
                   " of attr '", attr.name(), "'"));
}

}  // namespace

absl::string_view KindOfAttrValue(const AttrValue& value) {
  if (value.value_case() == AttrValue::kList) return "list";
  if (value.value_case() == AttrValue::kPlaceholder) return "placeholder";
  for (const ValueKind& kind : kKinds) {
    if (kind.field == value.value_case()) return kind.type;
  }
  return "empty";
}

bool IsTypeList(const AttrValue& value) {
  return value.has_list() && CheckListKind(value.list(), "list(type)").ok();
}

absl::Status AttrValueHasType(const AttrValue& value, absl::string_view type) {
  OPGRAFT_RETURN_IF_ERROR(CheckKind(value, type));
  if (type == "type") return CheckDataType(value.type(), "has");
  if (type != "list(type)") return absl::OkStatus();
  for (int dtype : value.list().type()) OPGRAFT_RETURN_IF_ERROR(CheckDataType(dtype, "contains"));
  return absl::OkStatus();
}

absl::Status ValidateAttrValue(const AttrValue& value, const OpDef::AttrDef& attr) {
  const absl::Status fits = AttrValueHasType(value, attr.type());
  if (!fits.ok())
    return absl::Status(fits.code(), absl::StrCat(fits.message(), " for attr '", attr.name(), "'"));
  if (attr.has_minimum()) OPGRAFT_RETURN_IF_ERROR(CheckMinimum(value, attr));
  return attr.has_allowed_values() ? CheckAllowed(value, attr) : absl::OkStatus();
}

}  // namespace opgraft_internal
