// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/conformance/ir_case.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace opgraft {

absl::StatusOr<LoadedIr> LoadCaseIr(const std::string& path, const nlohmann::json& spec,
                                    const ImportOptions& options) {
  if (spec.contains("transform")) {
    return absl::UnimplementedError(
        absl::StrCat("the transformation ", spec["transform"]["name"].get<std::string>()));
  }
  return LoadIr(path, options);
}

void NamePorts(const LoadedIr& ir, Signature* signature) {
  signature->feed_names = signature->feeds;
  signature->fetch_names = signature->fetches;
  for (std::string& feed : signature->feeds) feed = TensorOfPort(ir, "inputs", feed);
  for (std::string& fetch : signature->fetches) fetch = TensorOfPort(ir, "outputs", fetch);
}

std::string TensorOfPort(const LoadedIr& ir, const std::string& kind, const std::string& name) {
  for (const IrPort& port : kind == "inputs" ? ir.inputs : ir.outputs) {
    if (std::find(port.names.begin(), port.names.end(), name) != port.names.end())
      return port.tensor;
  }
  return name;
}

}  // namespace opgraft
