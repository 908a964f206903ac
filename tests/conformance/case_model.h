// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_CONFORMANCE_CASE_MODEL_H_
#define TESTS_CONFORMANCE_CASE_MODEL_H_

#include <map>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "framework/graph/data/graph.h"
#include "framework/runtime/compiled_model.h"
#include "nlohmann/json.hpp"
#include "openvino/ir.h"
#include "tests/conformance/graph_case.h"

// The models of a case, of any kind, and the signatures that its steps mean.
namespace opgraft {

// One model file of a case: its graph and what its run steps compile to.
struct CaseModel {
  absl::StatusOr<Graph> graph = absl::UnknownError("not loaded");
  absl::optional<LoadedIr> ir;  // of an IR
  absl::StatusOr<CompiledModel> model = absl::UnknownError("not compiled");
  std::map<std::string, absl::Status> refused;  // signatures that do not compile
};

// The file of the step's model.
std::string ModelFileOf(const nlohmann::json& spec, const nlohmann::json& step);
// True of a run that names nothing: it means the default signature.
bool UsesDefaultSignature(const nlohmann::json& step);
// What a run step feeds, fetches and targets; steps that agree share a signature of this name.
Signature SignatureOf(const nlohmann::json& step);
// Its name, "default" of the default one.
std::string SignatureNameOf(const nlohmann::json& step);

// Loads FOLDER/FILE and compiles what the case's steps run of it: all signatures over one set of
// variables; those that do not compile are taken out and remembered with their error.
CaseModel MakeCaseModel(const std::string& folder, const std::string& file,
                        const nlohmann::json& spec, const CaseLimits& limits);

// True if the model is an IR with a loop. OpenVINO says of what a Loop carries only what its body
// gives; after no iteration it is what went in, which may have another shape. Ours says both
// (docs/departures.md).
bool HasLoop(const CaseModel& model);

}  // namespace opgraft

#endif  // TESTS_CONFORMANCE_CASE_MODEL_H_
