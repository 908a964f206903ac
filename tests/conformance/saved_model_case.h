// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_CONFORMANCE_SAVED_MODEL_CASE_H_
#define TESTS_CONFORMANCE_SAVED_MODEL_CASE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/runtime/compiled_model.h"
#include "nlohmann/json.hpp"
#include "saved_model/saved_model.h"

// Cases whose model is a SavedModel's folder: their steps name signatures, their ports too.
namespace opgraft {

// The names in "signature" of the steps, without repetition.
std::vector<std::string> SignaturesOfSteps(const nlohmann::json& spec);
// The folder's graph and options for those signatures.
absl::StatusOr<LoadedSavedModel> LoadCaseModel(const std::string& folder,
                                               const nlohmann::json& spec,
                                               const ImportLimits& import, const RunLimits& limits);
// "" if the inputs and outputs of the case are those of the model; what differs.
std::string ComparePortsOfSignatures(const CompiledModel& model, const nlohmann::json& spec);

}  // namespace opgraft

#endif  // TESTS_CONFORMANCE_SAVED_MODEL_CASE_H_
