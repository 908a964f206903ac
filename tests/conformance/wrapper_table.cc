// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/conformance/wrapper_table.h"

#include <filesystem>
#include <fstream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/op/op_registration_data.h"
#include "framework/types/status_macros.h"
#include "tests/conformance/spec_table.h"
#include "tools/op_gen/python_signature.h"

namespace opgraft {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// The signature in the form of the table's lines.
Json ToJson(const PythonSignature& signature) {
  Json params = Json::array();
  for (const PythonParameter& parameter : signature.parameters) {
    Json param = {{"name", parameter.name}};
    if (parameter.has_default) param["default"] = parameter.default_value;
    if (!parameter.annotation.empty()) param["annotation"] = parameter.annotation;
    params.push_back(std::move(param));
  }
  Json returns = signature.returns;
  if (signature.returns == "tuple") returns = signature.fields;
  return {{"function", signature.function},
          {"params", std::move(params)},
          {"returns", std::move(returns)}};
}

absl::StatusOr<Json> Generate(const std::string& op_name, const Json& spec,
                              const ApiDefTable& api_defs) {
  OpRegistrationData data;
  OPGRAFT_RETURN_IF_ERROR(BuilderOfSpec(op_name, spec).Finalize(&data));
  OPGRAFT_ASSIGN_OR_RETURN(const ApiDef api, api_defs.For(data.op_def));
  return ToJson(MakePythonSignature(data.op_def, api));
}

}  // namespace

WrapperTable::WrapperTable(const std::string& folder) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (!absl::StartsWith(entry.path().filename().string(), "op_specs") ||
        entry.path().extension() != ".jsonl")
      continue;
    std::ifstream in(entry.path());
    for (std::string text; std::getline(in, text);) {
      const Json line = Json::parse(text, nullptr, /*allow_exceptions=*/false);
      if (line.is_object()) specs_.emplace(line.value("op", ""), line);
    }
  }
}

CaseResult WrapperTable::RunLine(const Json& line) const {
  CaseResult result{CaseResult::kFail, line.value("op", ""), ""};
  const auto spec = specs_.find(result.id);
  if (spec == specs_.end()) {
    result.outcome = CaseResult::kSkip;
    result.why = absl::StrCat("no op_specs*.jsonl beside it has op ", result.id);
    return result;
  }
  const absl::StatusOr<Json> generated = Generate(result.id, spec->second, api_defs_);
  if (!generated.ok()) {
    result.why = generated.status().ToString();
    return result;
  }
  for (const auto& [key, value] : generated->items()) {
    if (line.contains(key) && line[key] == value) continue;
    result.why = absl::StrCat(key, " ", value.dump(), ", not ", line.value(key, Json()).dump());
    return result;
  }
  result.outcome = CaseResult::kPass;
  return result;
}

}  // namespace opgraft
