// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/python_module.h"

#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/types/status_macros.h"
#include "tools/op_gen/python_function.h"
#include "tools/op_gen/python_names.h"
#include "tools/op_gen/python_signature.h"
#include "tools/op_gen/python_values.h"

namespace opgraft_internal {
namespace {

constexpr absl::string_view kHeader = R"("""Python functions for Opgraft's ops.

Written by `opgraft gen python`, which overwrites what is changed here.
"""

from __future__ import annotations

import collections as _collections
from typing import TYPE_CHECKING, Annotated, Any, List, TypeVar

from opgraft import dtypes as _dtypes
from opgraft import execute as _execute

if TYPE_CHECKING:
  from opgraft import annotation_types as _atypes
)";

// What is shown under `wanted` got another name, and why.
void NoteRenames(const OpDef& op, const ApiDef& api, const PythonSignature& signature,
                 std::vector<std::string>* notes) {
  std::map<std::string, std::string> wanted;
  for (const ApiDef::Arg& arg : api.in_arg()) wanted[arg.name()] = arg.rename_to();
  for (const ApiDef::Attr& attr : api.attr()) wanted[attr.name()] = attr.rename_to();
  for (const PythonParameter& parameter : signature.parameters) {
    if (parameter.op_name.empty() || wanted[parameter.op_name] == parameter.name) continue;
    const std::string& name = wanted[parameter.op_name];
    const char* why = "another parameter";
    if (IsPythonReserved(name)) why = "a word of Python";
    if (name == "name") why = "the function's own argument";
    notes->push_back(absl::StrCat("op '", op.name(),
                                  "': ", parameter.is_input ? "input '" : "attr '", name,
                                  "' clashes with ", why, "; it is '", parameter.name,
                                  "' (another name: rename_to in an --api-def file)"));
  }
  const std::string plain = SnakeCase(op.name());
  if (signature.function == plain || absl::StrContains(op.name(), '>')) return;
  if (api.visibility() == ApiDef::HIDDEN || !IsPythonReserved(plain)) return;
  notes->push_back(absl::StrCat("op '", op.name(), "': '", plain,
                                "' is a word of Python; the function is '", signature.function,
                                "'"));
}

// Tables by which a package exports the functions: under their public names, and as raw_ops.
std::string Exports(const std::map<std::string, std::string>& endpoints,
                    const std::map<std::string, std::string>& raw_ops) {
  std::string text;
  for (const auto* table : {&endpoints, &raw_ops}) {
    absl::StrAppend(&text, table == &endpoints ? "\n\n# Public name -> function.\nEXPORTS = {"
                                               : "\n\n# Op -> function.\nRAW_OPS = {");
    for (const auto& [name, function] : *table) {
      absl::StrAppend(&text, "\n  ", PythonString(name), ": ", function, ",");
    }
    absl::StrAppend(&text, table->empty() ? "}" : "\n}");
  }
  return absl::StrCat(text, "\n");
}

}  // namespace

absl::StatusOr<PythonModule> MakePythonModule(absl::Span<const OpDef* const> ops,
                                              const ApiDefTable& api_defs) {
  PythonModule module;
  module.text = std::string(kHeader);
  std::map<std::string, std::string> op_of_function, endpoints, raw_ops;
  for (const OpDef* op : ops) {
    OPGRAFT_ASSIGN_OR_RETURN(const ApiDef api, api_defs.For(*op));
    if (api.visibility() == ApiDef::SKIP) continue;
    const PythonSignature signature = MakePythonSignature(*op, api);
    const auto [other, is_new] = op_of_function.emplace(signature.function, op->name());
    if (!is_new) {
      return absl::InvalidArgumentError(
          absl::StrCat("ops '", other->second, "' and '", op->name(), "' both become function '",
                       signature.function,
                       "'; generate them into two files, or leave one out by visibility: SKIP in "
                       "an --api-def file"));
    }
    NoteRenames(*op, api, signature, &module.notes);
    absl::StrAppend(&module.text, "\n\n", PythonFunction(*op, api, signature));
    raw_ops[op->name()] = signature.function;
    for (const ApiDef::Endpoint& endpoint : api.endpoint())
      endpoints[SnakeCase(endpoint.name())] = signature.function;
  }
  absl::StrAppend(&module.text, Exports(endpoints, raw_ops));
  return module;
}

}  // namespace opgraft_internal
