// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/conformance/ir_case.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "openvino/edited_ir.h"
#include "openvino/transforms.h"
#include "openvino/write_ir.h"

namespace opgraft {

absl::StatusOr<LoadedIr> LoadCaseIr(const std::string& path, const nlohmann::json& spec,
                                    const ImportOptions& options, IrUse use) {
  if (!spec.contains("transform")) return LoadIr(path, options, "", use);
  OPGRAFT_ASSIGN_OR_RETURN(LoadedIr ir, LoadIr(path, options, "", IrUse::kEdit));
  const std::string name = spec["transform"]["name"].get<std::string>();
  const nlohmann::json args = spec["transform"].value("args", nlohmann::json::object());
  if (name == "low_latency2") return LowLatency2(ir, args.value("use_const_initializer", true));
  if (name == "unroll") return UnrollLoops(ir);
  if (name == "stateful_to_stateless") return StatefulToStateless(ir);
  if (name == "make_stateful") {
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const auto& item : args["param_res_names"].items())
      pairs.emplace_back(item.key(), item.value().get<std::string>());
    return MakeStateful(ir, pairs);
  }
  return absl::UnimplementedError(absl::StrCat("the transformation ", name));
}

absl::StatusOr<LoadedIr> LoadCaseAsWritten(const std::string& path, const nlohmann::json& spec,
                                           const Signature& signature,
                                           const ImportOptions& options) {
  LoadedIr ir;
  if (IsIrFile(path)) {
    OPGRAFT_ASSIGN_OR_RETURN(ir, LoadCaseIr(path, spec, options, IrUse::kEdit));
  } else {
    OPGRAFT_ASSIGN_OR_RETURN(Graph graph, Graph::FromFile(path, options));
    CompileOptions compile;
    if (!signature.fetches.empty()) compile.signatures = {signature};
    OPGRAFT_ASSIGN_OR_RETURN(ir, opgraft_internal::IrOfGraph(std::move(graph), compile));
  }
  OPGRAFT_ASSIGN_OR_RETURN(const IrFiles files, WriteIr(ir));
  return ParseIr(files.xml, files.weights, options);
}

void NamePorts(const LoadedIr& ir, Signature* signature) {
  signature->feed_names = signature->feeds;
  signature->fetch_names = signature->fetches;
  for (std::string& feed : signature->feeds) feed = TensorOfPort(ir.inputs, feed);
  for (std::string& fetch : signature->fetches) fetch = TensorOfPort(ir.outputs, fetch);
}

std::string TensorOfPort(const std::vector<IrPort>& ports, const std::string& name) {
  const IrPort* const port = FindPort(ports, name);
  return port == nullptr ? name : port->tensor;
}

}  // namespace opgraft
