// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_CONFORMANCE_IR_CASE_H_
#define TESTS_CONFORMANCE_IR_CASE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/graph/io/import_options.h"
#include "framework/runtime/compile_options.h"
#include "nlohmann/json.hpp"
#include "openvino/ir.h"

// Cases whose model is an IR of OpenVINO's: their steps name inputs and outputs as it does.
namespace opgraft {

// The model, after the transformation that the case asks for.
absl::StatusOr<LoadedIr> LoadCaseIr(const std::string& path, const nlohmann::json& spec,
                                    const ImportOptions& options, IrUse use = IrUse::kRun);
// The model as it comes back when it is written as an IR and read again; of a GraphDef one with
// this signature. UNIMPLEMENTED if it cannot be written.
absl::StatusOr<LoadedIr> LoadCaseAsWritten(const std::string& path, const nlohmann::json& spec,
                                           const Signature& signature,
                                           const ImportOptions& options);
// Makes feeds and fetches tensors of the graph; what runs call them stays what it is.
void NamePorts(const LoadedIr& ir, Signature* signature);
// The tensor of the port of this name; the name itself if there is none.
std::string TensorOfPort(const std::vector<IrPort>& ports, const std::string& name);

}  // namespace opgraft

#endif  // TESTS_CONFORMANCE_IR_CASE_H_
