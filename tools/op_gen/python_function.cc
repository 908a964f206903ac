// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/python_function.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/op_gen/fill.h"
#include "tools/op_gen/python_doc.h"
#include "tools/op_gen/python_names.h"
#include "tools/op_gen/python_values.h"

namespace opgraft_internal {
namespace {

constexpr size_t kWidth = 100;

std::string Call(const std::string& start, const std::vector<std::string>& parts,
                 const std::string& end) {
  return FillCall(start, parts, end, 4, kWidth);
}

std::string TypeVariable(const OpDef& op, const OpDef::AttrDef& attr) {
  std::vector<std::string> types;
  for (int type : attr.allowed_values().list().type()) {
    types.push_back(absl::StrCat("\"", PythonTypeClass(static_cast<DataType>(type)), "\""));
  }
  std::sort(types.begin(), types.end());
  if (types.size() == 1) types[0] = absl::StrCat("bound=", types[0]);
  const std::string name = PythonTypeVariable(op, attr);
  types.insert(types.begin(), absl::StrCat("\"", name, "\""));
  return Call(absl::StrCat(name, " = TypeVar("), types, ")\n");
}

std::string OutputClass(const OpDef& op) {
  return absl::StrCat("_", AvoidPythonReserved(op.name()), "Output");
}

std::string NamedTuple(const OpDef& op, const PythonSignature& signature) {
  std::vector<std::string> fields;
  for (const std::string& field : signature.fields) fields.push_back(PythonString(field));
  return Call(absl::StrCat(OutputClass(op), " = _collections.namedtuple(",
                           PythonString(AvoidPythonReserved(op.name())), ", ["),
              fields, "])\n");
}

std::string DefLine(const PythonSignature& signature) {
  std::vector<std::string> parts;
  for (const PythonParameter& parameter : signature.parameters) {
    const bool annotated = !parameter.annotation.empty();
    std::string part = parameter.name;
    if (annotated) absl::StrAppend(&part, ": ", parameter.annotation);
    if (parameter.has_default)
      absl::StrAppend(&part, annotated ? " = " : "=", parameter.default_value);
    parts.push_back(std::move(part));
  }
  const std::string result =
      signature.return_annotation.empty() ? "" : absl::StrCat(" -> ", signature.return_annotation);
  return Call(absl::StrCat("def ", signature.function, "("), parts,
              absl::StrCat(")", result, ":\n"));
}

// None means the default, as in TensorFlow's.
std::string Defaults(const PythonSignature& signature) {
  std::string result;
  for (const PythonParameter& parameter : signature.parameters) {
    if (parameter.op_name.empty() || !parameter.has_default || parameter.default_value == "None")
      continue;
    absl::StrAppend(&result, "  if ", parameter.name, " is None:\n    ", parameter.name, " = ",
                    parameter.default_value, "\n");
  }
  return result;
}

std::string ApplyOp(const OpDef& op, const PythonSignature& signature) {
  std::vector<std::string> inputs, attrs;
  for (const OpDef::ArgDef& arg : op.input_arg()) {
    const auto parameter =
        std::find_if(signature.parameters.begin(), signature.parameters.end(),
                     [&](const auto& p) { return p.is_input && p.op_name == arg.name(); });
    inputs.push_back(parameter->name);
  }
  for (const PythonParameter& parameter : signature.parameters) {
    if (parameter.is_input || parameter.op_name.empty()) continue;
    attrs.push_back(absl::StrCat(PythonString(parameter.op_name), ": ", parameter.name));
  }
  return Call("_execute.apply_op(",
              {PythonString(op.name()), absl::StrCat("[", absl::StrJoin(inputs, ", "), "]"),
               absl::StrCat("{", absl::StrJoin(attrs, ", "), "}"), "name"},
              ")");
}

std::string Return(const OpDef& op, const PythonSignature& signature) {
  const std::string call = ApplyOp(op, signature);
  if (signature.returns == "operation") return absl::StrCat("  return ", call, "\n");
  if (signature.returns == "tuple")
    return absl::StrCat("  return ", OutputClass(op), "(*", call, ")\n");
  return absl::StrCat("  return ", call, "[0]\n");
}

}  // namespace

std::string PythonFunction(const OpDef& op, const ApiDef& api, const PythonSignature& signature) {
  std::string text;
  for (const OpDef::AttrDef& attr : op.attr()) {
    if (attr.type() == "type") absl::StrAppend(&text, TypeVariable(op, attr));
  }
  if (signature.returns == "tuple") absl::StrAppend(&text, NamedTuple(op, signature));
  if (!text.empty()) absl::StrAppend(&text, "\n\n");
  return absl::StrCat(text, DefLine(signature), PythonDocString(op, api, signature),
                      Defaults(signature), Return(op, signature));
}

}  // namespace opgraft_internal
