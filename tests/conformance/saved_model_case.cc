// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/conformance/saved_model_case.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "tests/conformance/case_compare.h"

namespace opgraft {
namespace {

using nlohmann::json;

std::string ComparePortOf(const CompiledModel& model, bool is_input, const json& port) {
  const std::string signature = port["signature"].get<std::string>();
  const std::string name = port["name"].get<std::string>();
  for (int s = 0; s < model.num_signatures(); ++s) {
    if (model.signature_name(s) != signature) continue;
    const int ports = is_input ? model.num_inputs(s) : model.num_outputs(s);
    for (int i = 0; i < ports; ++i) {
      if (name != (is_input ? model.input_name(i, s) : model.output_name(i, s))) continue;
      return is_input ? ComparePort(model.input_type(i, s), model.input_shape(i, s), port)
                      : ComparePort(model.output_type(i, s), model.output_shape(i, s), port);
    }
    return absl::StrCat("signature '", signature, "' has no '", name, "'");
  }
  return "";  // no step runs the signature
}

}  // namespace

std::vector<std::string> SignaturesOfSteps(const json& spec) {
  std::vector<std::string> names;
  for (const json& step : spec.value("steps", json::array())) {
    const std::string name = step.value("signature", "");
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  }
  return names;
}

absl::StatusOr<LoadedSavedModel> LoadCaseModel(const std::string& folder, const json& spec,
                                               const ImportLimits& import,
                                               const RunLimits& limits) {
  SavedModelOptions options;
  options.signatures = SignaturesOfSteps(spec);
  options.import.limits = import;
  options.compile.limits = limits;
  return LoadSavedModel(folder, options);
}

std::string ComparePortsOfSignatures(const CompiledModel& model, const json& spec) {
  for (const char* kind : {"inputs", "outputs"}) {
    for (const json& port : spec.value(kind, json::array())) {
      if (!port.contains("signature")) continue;
      const std::string why = ComparePortOf(model, kind == std::string("inputs"), port);
      if (!why.empty()) return absl::StrCat(kind, ": ", why);
    }
  }
  return "";
}

}  // namespace opgraft
