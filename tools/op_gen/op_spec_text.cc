// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/op_spec_text.h"

#include <charconv>
#include <cmath>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "framework/types/data_type.h"
#include "google/protobuf/text_format.h"

namespace opgraft_internal {
namespace {

// A string of the spec language, in single quotes so that it needs no escapes in C++.
std::string Quoted(absl::string_view text) { return absl::StrCat("'", absl::CEscape(text), "'"); }

std::string Float(float value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof(text), value).ptr);
}

std::string Type(int type) {
  return absl::StrCat("DT_", absl::AsciiStrToUpper(DataTypeString(static_cast<DataType>(type))));
}

std::string Message(const google::protobuf::Message& message) {
  google::protobuf::TextFormat::Printer printer;
  printer.SetSingleLineMode(true);
  std::string text;
  printer.PrintToString(message, &text);
  return absl::StrCat("{ ", text, "}");
}

std::string List(const AttrValue::ListValue& list) {
  std::vector<std::string> elements;
  for (const std::string& s : list.s()) elements.push_back(Quoted(s));
  for (int64_t i : list.i()) elements.push_back(absl::StrCat(i));
  for (float f : list.f()) elements.push_back(Float(f));
  for (bool b : list.b()) elements.push_back(b ? "true" : "false");
  for (int type : list.type()) elements.push_back(Type(type));
  for (const auto& shape : list.shape()) elements.push_back(Message(shape));
  for (const auto& tensor : list.tensor()) elements.push_back(Message(tensor));
  for (const auto& func : list.func()) elements.push_back(Message(func));
  return absl::StrCat("[", absl::StrJoin(elements, ", "), "]");
}

std::string Value(absl::string_view type, const AttrValue& value) {
  if (absl::StartsWith(type, "list(")) return List(value.list());
  if (type == "string") return Quoted(value.s());
  if (type == "int") return absl::StrCat(value.i());
  if (type == "float") return Float(value.f());
  if (type == "bool") return value.b() ? "true" : "false";
  if (type == "type") return Type(value.type());
  if (type == "shape") return Message(value.shape());
  return type == "tensor" ? Message(value.tensor()) : Message(value.func());
}

std::string Allowed(const AttrValue& allowed) {
  std::vector<std::string> values;
  for (const std::string& s : allowed.list().s()) values.push_back(Quoted(s));
  for (int type : allowed.list().type())
    values.push_back(DataTypeString(static_cast<DataType>(type)));
  return absl::StrCat("{", absl::StrJoin(values, ", "), "}");
}

// In C++, where single quotes need no backslash.
std::string Call(absl::string_view name, absl::string_view spec) {
  const std::string text = absl::StrReplaceAll(absl::CEscape(spec), {{"\\'", "'"}});
  return absl::StrCat("\n    .", name, "(\"", text, "\")");
}

std::string Flags(const OpDef& op) {
  std::string text;
  if (op.is_commutative()) absl::StrAppend(&text, "\n    .SetIsCommutative()");
  if (op.is_aggregate()) absl::StrAppend(&text, "\n    .SetIsAggregate()");
  if (op.is_stateful()) absl::StrAppend(&text, "\n    .SetIsStateful()");
  if (op.allows_uninitialized_input())
    absl::StrAppend(&text, "\n    .SetAllowsUninitializedInput()");
  if (op.is_distributed_communication())
    absl::StrAppend(&text, "\n    .SetIsDistributedCommunication()");
  if (!op.has_deprecation()) return text;
  return absl::StrCat(text, "\n    .Deprecated(", op.deprecation().version(), ", \"",
                      absl::CEscape(op.deprecation().explanation()), "\")");
}

}  // namespace

std::string AttrSpec(const OpDef::AttrDef& attr) {
  std::string type = attr.type();
  if (attr.has_allowed_values()) {
    const std::string allowed = Allowed(attr.allowed_values());
    type = absl::StartsWith(type, "list(") ? absl::StrCat("list(", allowed, ")") : allowed;
  }
  std::string spec = absl::StrCat(attr.name(), ": ", type);
  if (attr.has_minimum()) absl::StrAppend(&spec, " >= ", attr.minimum());
  if (attr.has_default_value())
    absl::StrAppend(&spec, " = ", Value(attr.type(), attr.default_value()));
  return spec;
}

std::string ArgSpec(const OpDef::ArgDef& arg) {
  std::string type = arg.type() == DT_INVALID ? absl::StrCat(arg.type_attr(), arg.type_list_attr())
                                              : DataTypeString(arg.type());
  if (!arg.number_attr().empty()) type = absl::StrCat(arg.number_attr(), " * ", type);
  return absl::StrCat(arg.name(), ": ", arg.is_ref() ? absl::StrCat("Ref(", type, ")") : type);
}

std::string OpSpecText(const OpDef& op) {
  std::string text = absl::StrCat("REGISTER_OP(\"", op.name(), "\")");
  for (const OpDef::ArgDef& arg : op.input_arg())
    absl::StrAppend(&text, Call("Input", ArgSpec(arg)));
  for (const OpDef::ArgDef& arg : op.output_arg())
    absl::StrAppend(&text, Call("Output", ArgSpec(arg)));
  for (const std::string& output : op.control_output())
    absl::StrAppend(&text, Call("ControlOutput", output));
  for (const OpDef::AttrDef& attr : op.attr()) absl::StrAppend(&text, Call("Attr", AttrSpec(attr)));
  return absl::StrCat(text, Flags(op), ";\n");
}

}  // namespace opgraft_internal
