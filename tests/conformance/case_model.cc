// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/conformance/case_model.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/graph/variables/state_index.h"
#include "framework/runtime/signature_resolver.h"
#include "framework/types/status_macros.h"
#include "saved_model/saved_model_file.h"
#include "tests/conformance/ir_case.h"
#include "tests/conformance/saved_model_case.h"

namespace opgraft {
namespace {

using nlohmann::json;

constexpr char kDefault[] = "default";

std::vector<std::string> Keys(const json& object) {
  std::vector<std::string> keys;
  for (const auto& item : object.items()) keys.push_back(item.key());
  return keys;
}

// What the runs of the file's model ask for, if they all ask the same.
absl::StatusOr<Signature> OneSignatureOf(const std::string& file, const json& spec) {
  absl::optional<Signature> one;
  for (const json& step : spec.value("steps", json::array())) {
    if (step["do"] != "run" || ModelFileOf(spec, step) != file) continue;
    Signature signature = UsesDefaultSignature(step) ? Signature() : SignatureOf(step);
    if (one.has_value() && one->name != signature.name)
      return absl::UnimplementedError(
          "its runs ask for different tensors; an IR has one signature");
    one = std::move(signature);
  }
  return one.value_or(Signature());
}

absl::StatusOr<LoadedIr> LoadAsWritten(const std::string& path, const std::string& file,
                                       const json& spec, const ImportOptions& options) {
  OPGRAFT_ASSIGN_OR_RETURN(const Signature signature, OneSignatureOf(file, spec));
  return LoadCaseAsWritten(path, spec, signature, options);
}

void LoadGraph(const std::string& path, const std::string& file, const json& spec,
               const CaseLimits& limits, CaseModel* model) {
  ImportOptions options;
  options.limits = limits.import;
  if (!IsIrFile(path) && !limits.as_ir) {
    model->graph = Graph::FromFile(path, options);
    return;
  }
  absl::StatusOr<LoadedIr> ir =
      limits.as_ir ? LoadAsWritten(path, file, spec, options) : LoadCaseIr(path, spec, options);
  model->graph = ir.ok() ? absl::StatusOr<Graph>(ir->graph) : ir.status();
  if (ir.ok()) model->ir = *std::move(ir);
}

// Of the runs of the file's model, each once.
std::vector<Signature> SignaturesOf(const std::string& file, const json& spec,
                                    const CaseModel& model) {
  std::vector<Signature> signatures;
  for (const json& step : spec.value("steps", json::array())) {
    if (step["do"] != "run" || ModelFileOf(spec, step) != file) continue;
    Signature signature = SignatureOf(step);
    if (UsesDefaultSignature(step)) {
      absl::StatusOr<StateIndex> state = StateIndex::Make(*model.graph);
      if (model.ir.has_value()) {
        signature = model.ir->options.signatures[0];
      } else if (state.ok()) {
        signature = DefaultSignature(*model.graph, *state);
      }
      signature.name = kDefault;
    } else if (model.ir.has_value()) {
      NamePorts(*model.ir, &signature);
    }
    const bool known = std::any_of(signatures.begin(), signatures.end(),
                                   [&](const Signature& s) { return s.name == signature.name; });
    if (!known) signatures.push_back(signature);
  }
  return signatures;
}

void Compile(const std::vector<Signature>& signatures, const RunLimits& limits, CaseModel* model) {
  CompileOptions options;
  options.limits = limits;
  options.signatures = signatures;
  model->model = CompiledModel::Compile(*model->graph, options);
  if (model->model.ok() || options.signatures.empty()) return;
  std::vector<Signature> good;
  for (const Signature& signature : options.signatures) {
    CompileOptions one = options;
    one.signatures = {signature};
    absl::Status status = CompiledModel::Compile(*model->graph, one).status();
    if (status.ok()) {
      good.push_back(signature);
    } else {
      model->refused[signature.name] = status;
    }
  }
  options.signatures = good;
  if (!good.empty()) model->model = CompiledModel::Compile(*model->graph, options);
}

void LoadFolder(const std::string& path, const json& spec, const CaseLimits& limits,
                CaseModel* model) {
  const auto loaded = LoadCaseModel(path, spec, limits.import, limits.run);
  model->graph = loaded.ok() ? absl::StatusOr<Graph>(loaded->graph) : loaded.status();
  model->model = loaded.ok() ? CompiledModel::Compile(loaded->graph, loaded->options)
                             : absl::StatusOr<CompiledModel>(loaded.status());
}

}  // namespace

std::string ModelFileOf(const json& spec, const json& step) {
  return step.value("model", spec["model"].get<std::string>());
}

bool UsesDefaultSignature(const json& step) {
  if (step.contains("signature")) return false;
  return !step.contains("fetch") && !step.contains("outputs") && !step.contains("targets");
}

Signature SignatureOf(const json& step) {
  Signature signature;
  signature.feeds = Keys(step.value("inputs", json::object()));
  signature.fetches = step.contains("fetch") ? step["fetch"].get<std::vector<std::string>>()
                                             : Keys(step.value("outputs", json::object()));
  signature.targets = step.value("targets", std::vector<std::string>());
  if (step.contains("signature")) {
    signature.name = step["signature"].get<std::string>();
    return signature;
  }
  signature.name = absl::StrCat("feeds ", absl::StrJoin(signature.feeds, ","), " fetches ",
                                absl::StrJoin(signature.fetches, ","), " targets ",
                                absl::StrJoin(signature.targets, ","));
  return signature;
}

std::string SignatureNameOf(const json& step) {
  return UsesDefaultSignature(step) ? kDefault : SignatureOf(step).name;
}

CaseModel MakeCaseModel(const std::string& folder, const std::string& file, const json& spec,
                        const CaseLimits& limits) {
  CaseModel model;
  const std::string path = absl::StrCat(folder, "/", file);
  if (IsSavedModel(path)) {
    LoadFolder(path, spec, limits, &model);
    return model;
  }
  LoadGraph(path, file, spec, limits, &model);
  if (model.graph.ok()) {
    Compile(SignaturesOf(file, spec, model), limits.run, &model);
  } else {
    model.model = model.graph.status();
  }
  return model;
}

bool HasLoop(const CaseModel& model) {
  for (int id = 0; model.ir.has_value() && id < model.graph->num_nodes(); ++id) {
    if (model.graph->node(id).role() == OpRole::kLoop) return true;
  }
  return false;
}

}  // namespace opgraft
