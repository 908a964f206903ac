// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/conformance/graph_case.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "framework/graph/variables/variables.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registry.h"
#include "framework/runtime/compiled_model.h"
#include "framework/types/status_macros.h"
#include "nlohmann/json.hpp"
#include "saved_model/saved_model_file.h"
#include "testing/compare_tensors.h"
#include "tests/conformance/case_compare.h"
#include "tests/conformance/case_model.h"
#include "tests/conformance/ir_case.h"
#include "tests/conformance/saved_model_case.h"
#include "tests/conformance/text_graph.h"
#include "tools/tensor_io/tensor_json.h"

namespace opgraft {
namespace {

using nlohmann::json;

class GraphCase {
 public:
  GraphCase(const std::string& folder, const CaseLimits& limits, json spec)
      : folder_(folder),
        limits_(limits),
        spec_(std::move(spec)),
        must_(spec_.value("must", "ok")) {}
  ~GraphCase() {
    if (!temporary_.empty()) std::filesystem::remove_all(temporary_);
  }

  // "" or why it fails.
  std::string Run();
  std::string SkipReason();

 private:
  std::vector<std::string> NamesInSteps();
  CaseModel& ModelOf(const std::string& file);
  std::string ModelFile(const json& step) const { return ModelFileOf(spec_, step); }
  std::string CheckLoaded();
  std::string TakeSteps();
  absl::Status TakeStep(const json& step, std::string* difference);
  absl::Status RunStep(const json& step, std::string* difference);
  absl::StatusOr<InferRequest*> RequestOf(const json& step);
  std::string TemporaryFile(const std::string& name);
  std::string CompareStates(const json& step, InferRequest* request);
  std::string CompareLoadError(const absl::Status& status);

  const std::string folder_;
  const CaseLimits limits_;
  const json spec_;
  const std::string must_;
  std::map<std::string, CaseModel> models_;
  std::map<int, InferRequest> requests_;
  std::string temporary_;
};

// "roi" of "build/libroi.so", "libroi" and "roi.so".
std::string LibraryName(const std::string& file) {
  const std::string name = std::filesystem::path(file).stem().string();
  return absl::StartsWith(name, "lib") ? name.substr(3) : name;
}

// The op libraries of the case's `needs`, a name or a list of them, that are not loaded.
std::string MissingLibraries(const json& spec, const std::vector<std::string>& loaded) {
  const json needs = spec.value("needs", json::array());
  std::set<std::string> missing;
  for (const json& need : needs.is_array() ? needs : json::array({needs}))
    missing.insert(need.get<std::string>());
  for (const std::string& library : loaded) {
    const std::string name = LibraryName(library);
    for (auto it = missing.begin(); it != missing.end();)
      it = LibraryName(*it) == name ? missing.erase(it) : ++it;
  }
  return absl::StrJoin(missing, ", ");
}

// True of a graph each of whose steps must succeed; an IR does not check what an Assert does.
bool RunsAlways(const json& spec, const std::string& model) {
  const json steps = spec.value("steps", json::array());
  if (spec.value("must", "ok") != "ok" || IsSavedModel(model) || steps.empty()) return false;
  return std::none_of(steps.begin(), steps.end(), [](const json& step) {
    return step.contains("error") || step.contains("targets");
  });
}

std::string GraphCase::SkipReason() {
  const std::string libraries = MissingLibraries(spec_, limits_.libraries);
  if (!libraries.empty()) return absl::StrCat("needs ", libraries, ": --load it");
  const json error = spec_.value("load", json::object()).value("error", json::object());
  if (must_ == "either" || error.value("code", "") == "NOT_FOUND") return "";
  const std::string model = absl::StrCat(folder_, "/", spec_["model"].get<std::string>());
  if (limits_.as_ir && !RunsAlways(spec_, model)) return "as an IR only graphs that run are tried";
  if (!IsIrFile(model)) {
    const auto missing =
        MissingOps(model, IsSavedModel(model) ? SignaturesOfSteps(spec_) : NamesInSteps(),
                   *OpRegistry::Global());
    if (!missing.empty())
      return absl::StrCat("ops ", absl::StrJoin(missing, ", "), " are not registered");
    if (!limits_.as_ir) return "";
  }
  const absl::Status status = ModelOf(spec_["model"].get<std::string>()).graph.status();
  const bool is_expected = must_ == "fail" && CompareLoadError(status).empty();
  return absl::IsUnimplemented(status) && !is_expected ? std::string(status.message()) : "";
}

// The tensors and nodes that the steps name; none if a step means all of the graph.
std::vector<std::string> GraphCase::NamesInSteps() {
  std::vector<std::string> names;
  const json steps = spec_.value("steps", json::array());
  for (const json& step : steps) {
    if (step["do"] != "run" || ModelFile(step) != spec_["model"].get<std::string>()) continue;
    if (UsesDefaultSignature(step)) return {};
    const Signature signature = SignatureOf(step);
    for (const auto* part : {&signature.feeds, &signature.fetches, &signature.targets})
      names.insert(names.end(), part->begin(), part->end());
  }
  return names;
}

CaseModel& GraphCase::ModelOf(const std::string& file) {
  const auto found = models_.find(file);
  if (found != models_.end()) return found->second;
  return models_.emplace(file, MakeCaseModel(folder_, file, spec_, limits_)).first->second;
}

std::string GraphCase::CompareLoadError(const absl::Status& status) {
  json error = spec_.value("load", json::object()).value("error", json::object());
  // Found earlier than the step that the case marks: as good.
  for (const json& step : spec_.value("steps", json::array())) {
    if (error.empty() && step.contains("error")) error = step["error"];
  }
  return CompareError(status, error);
}

std::string GraphCase::Run() {
  CaseModel& model = ModelOf(spec_["model"].get<std::string>());
  // Where nothing runs and nothing must fail, only what import infers counts.
  const bool only_imports = must_ == "ok" && spec_.value("steps", json::array()).empty();
  const bool must_compile = model.refused.empty() && !only_imports;
  const absl::Status loaded =
      model.graph.ok() && must_compile ? model.model.status() : model.graph.status();
  const bool load_must_fail = spec_.contains("load") && spec_["load"].contains("error");
  if (!loaded.ok()) {
    if (must_ == "ok") return absl::StrCat("does not load: ", loaded.ToString());
    return must_ == "either" ? "" : CompareLoadError(loaded);
  }
  if (load_must_fail) {
    for (const auto& [name, status] : model.refused) return CompareLoadError(status);
    return "loads and compiles; it must not";
  }
  std::string why = CheckLoaded();
  return why.empty() ? TakeSteps() : why;
}

std::string GraphCase::CheckLoaded() {
  if (must_ != "ok") return "";
  const CaseModel& model = ModelOf(spec_["model"].get<std::string>());
  if (!SignaturesOfSteps(spec_).empty()) return ComparePortsOfSignatures(*model.model, spec_);
  const Graph& graph = *model.graph;
  for (const char* kind : {"inputs", "outputs"}) {
    for (const json& port : spec_.value(kind, json::array())) {
      std::string name = port["name"].get<std::string>();
      if (model.ir.has_value())
        name = TensorOfPort(kind == std::string("inputs") ? model.ir->inputs : model.ir->outputs,
                            name);
      absl::StatusOr<Endpoint> tensor = graph.FindTensor(name);
      if (!tensor.ok()) return absl::StrCat(kind, ": ", tensor.status().ToString());
      const Node node = graph.node(tensor->node);
      const PartialTensorShape& shape = node.output_shape(tensor->port);
      std::string why = ComparePort(BaseType(node.output_type(tensor->port)), shape, port);
      if (!why.empty() && !(HasLoop(model) && MayFit(shape, port)))
        return absl::StrCat(kind, ": ", why);
    }
  }
  absl::StatusOr<std::vector<VariableInfo>> variables = CollectVariables(graph);
  if (!variables.ok()) return absl::StrCat("variables: ", variables.status().ToString());
  for (const json& port : spec_.value("variables", json::array())) {
    for (const VariableInfo& variable : *variables) {
      if (variable.id != port["name"]) continue;
      std::string why = ComparePort(variable.type, variable.shape, port);
      if (!why.empty()) return absl::StrCat("variables: ", why);
    }
  }
  return spec_.contains("exported") && !limits_.as_ir
             ? CompareExport(graph,
                             absl::StrCat(folder_, "/", spec_["exported"].get<std::string>()))
             : "";
}

std::string GraphCase::TakeSteps() {
  bool failed = false;
  int number = 0;
  for (const json& step : spec_.value("steps", json::array())) {
    const std::string at =
        absl::StrCat("step ", number++, " (", step["do"].get<std::string>(), "): ");
    std::string difference;
    const absl::Status status = TakeStep(step, &difference);
    if (!status.ok()) {
      failed = true;
      if (step.contains("error")) {
        difference = CompareError(status, step["error"]);
      } else if (must_ != "either") {
        return absl::StrCat(at, status.ToString());
      }
    } else if (step.contains("error") && must_ != "either") {
      return absl::StrCat(at, "succeeds; it must fail");
    }
    if (!difference.empty()) return absl::StrCat(at, difference);
  }
  return must_ == "fail" && !failed ? "nothing fails; something must" : "";
}

absl::StatusOr<InferRequest*> GraphCase::RequestOf(const json& step) {
  const int number = step.value("request", 0);
  auto it = requests_.find(number);
  if (it == requests_.end()) {
    CaseModel& model = ModelOf(ModelFile(step));
    OPGRAFT_RETURN_IF_ERROR(model.model.status());
    it = requests_.emplace(number, model.model->CreateRequest()).first;
  }
  return &it->second;
}

std::string GraphCase::TemporaryFile(const std::string& name) {
  if (temporary_.empty()) {
    std::string folder = (std::filesystem::temp_directory_path() / "opgraft_case_XXXXXX").string();
    temporary_ = mkdtemp(folder.data()) == nullptr ? "." : folder;
  }
  return absl::StrCat(temporary_, "/", name, ".state");
}

absl::Status GraphCase::TakeStep(const json& step, std::string* difference) {
  const std::string action = step["do"].get<std::string>();
  InferRequest* shown = nullptr;
  absl::Status status;
  if (action == "run") {
    status = RunStep(step, difference);
    if (ModelOf(ModelFile(step)).refused.count(SignatureNameOf(step)) > 0) return status;
  }
  OPGRAFT_ASSIGN_OR_RETURN(InferRequest* const request, RequestOf(step));
  shown = request;
  if (action == "reset") {
    if (!step.contains("variable")) {
      status = request->reset_state();
    } else {
      OPGRAFT_ASSIGN_OR_RETURN(VariableState variable,
                               request->state(step["variable"].get<std::string>()));
      status = variable.reset();
    }
  } else if (action == "set") {
    absl::StatusOr<VariableState> variable = request->state(step["variable"].get<std::string>());
    OPGRAFT_ASSIGN_OR_RETURN(Tensor value,
                             TensorFromJson(step["value"], folder_, JsonText::kLatin1));
    status = variable.ok() ? variable->set(value) : variable.status();
  } else if (action == "fork") {
    OPGRAFT_ASSIGN_OR_RETURN(InferRequest fork, request->Fork());
    requests_.erase(step["as"].get<int>());
    shown = &requests_.emplace(step["as"].get<int>(), std::move(fork)).first->second;
  } else if (action == "save") {
    status = request->SaveState(TemporaryFile(step["as"].get<std::string>()));
  } else if (action == "load") {
    status = request->LoadState(TemporaryFile(step["from"].get<std::string>()));
  } else if (action != "run" && action != "get") {
    *difference = absl::StrCat("unknown action '", action, "'");
  }
  if (difference->empty()) *difference = CompareStates(step, shown);
  return status;
}

absl::Status GraphCase::RunStep(const json& step, std::string* difference) {
  const std::string name = SignatureNameOf(step);
  CaseModel& model = ModelOf(ModelFile(step));
  auto refused = model.refused.find(name);
  if (refused != model.refused.end()) return refused->second;
  OPGRAFT_ASSIGN_OR_RETURN(InferRequest* const request, RequestOf(step));
  std::vector<NamedTensor> feeds;
  const json inputs = step.value("inputs", json::object());
  for (const auto& item : inputs.items()) {
    OPGRAFT_ASSIGN_OR_RETURN(Tensor tensor,
                             TensorFromJson(item.value(), folder_, JsonText::kLatin1));
    feeds.emplace_back(item.key(), std::move(tensor));
  }
  RunOptions options;
  if (step.contains("deadline_s"))
    options.deadline = absl::Now() + absl::Seconds(step["deadline_s"].get<double>());
  const absl::Time begin = absl::Now();
  absl::StatusOr<Outputs> outputs = request->Run(name, feeds, options);
  if (step.contains("deadline_s") &&
      absl::Now() - begin > absl::Seconds(step["deadline_s"].get<double>() + 1)) {
    *difference =
        absl::StrCat("came back ", absl::FormatDuration(absl::Now() - begin), " after its start");
  }
  OPGRAFT_RETURN_IF_ERROR(outputs.status());
  Tolerance tolerance;
  const json given = spec_.value("tolerance", json::object());
  tolerance.rtol = given.value("rtol", 0.0);
  tolerance.atol = given.value("atol", 0.0);
  const json expected_outputs = step.value("outputs", json::object());
  for (const auto& item : expected_outputs.items()) {
    const Tensor* got = outputs->Find(item.key());
    OPGRAFT_ASSIGN_OR_RETURN(Tensor expected,
                             TensorFromJson(item.value(), folder_, JsonText::kLatin1));
    const std::string why =
        got == nullptr ? "is not given" : CompareTensors(*got, expected, tolerance);
    if (!why.empty() && difference->empty())
      *difference = absl::StrCat("output '", item.key(), "': ", why);
  }
  return absl::OkStatus();
}

std::string GraphCase::CompareStates(const json& step, InferRequest* request) {
  Tolerance tolerance;
  const json given = spec_.value("tolerance", json::object());
  tolerance.rtol = given.value("rtol", 0.0);
  tolerance.atol = given.value("atol", 0.0);
  const json states = step.value("states", json::object());
  for (const auto& item : states.items()) {
    absl::StatusOr<VariableState> state = request->state(item.key());
    absl::StatusOr<Tensor> expected = TensorFromJson(item.value(), folder_, JsonText::kLatin1);
    if (!state.ok() || !expected.ok())
      return absl::StrCat("state '", item.key(), "': ", state.status().ToString(),
                          expected.status().ToString());
    const std::string why = CompareTensors(state->get(), *expected, tolerance);
    if (!why.empty()) return absl::StrCat("state '", item.key(), "': ", why);
  }
  if (!step.contains("order")) return "";
  std::vector<std::string> order;
  for (const VariableState& state : request->query_state()) order.push_back(state.name());
  const auto expected = step["order"].get<std::vector<std::string>>();
  return order == expected ? ""
                           : absl::StrCat("query_state gives ", absl::StrJoin(order, ", "),
                                          ", expected ", absl::StrJoin(expected, ", "));
}

json ReadCase(const std::string& folder) {
  std::ifstream in(folder + "/case.json");
  return json::parse(in, nullptr, /*allow_exceptions=*/false);
}

}  // namespace

CaseResult RunGraphCase(const std::string& folder, const CaseLimits& limits) {
  json spec = ReadCase(folder);
  CaseResult result{CaseResult::kFail, folder, "case.json cannot be read"};
  if (!spec.is_object() || !spec.contains("id") || !spec.contains("model")) return result;
  result.id = spec["id"].get<std::string>();
  try {
    GraphCase graph_case(folder, limits, std::move(spec));
    result.why = graph_case.SkipReason();
    if (!result.why.empty()) {
      result.outcome = CaseResult::kSkip;
      return result;
    }
    result.why = graph_case.Run();
  } catch (const json::exception& e) {  // of the case file, not of the library
    result.why = absl::StrCat("case.json: ", e.what());
  }
  result.outcome = result.why.empty() ? CaseResult::kPass : CaseResult::kFail;
  return result;
}

double LongestDeadline(const std::string& folder) {
  const json spec = ReadCase(folder);
  double longest = 0;
  if (!spec.is_object()) return longest;
  for (const json& step : spec.value("steps", json::array()))
    longest = std::max(longest, step.value("deadline_s", 0.0));
  return longest;
}

}  // namespace opgraft
