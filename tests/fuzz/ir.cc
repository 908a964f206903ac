// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's IR: the XML, with weights that are always the same. What is read is written and read
// again.
#include "openvino/ir.h"

#include <string>

#include "openvino/write_ir.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/try_graph.h"

namespace {

// Bytes that are small numbers, 0 and 1 among them, in types of any width.
std::string Weights() {
  std::string weights(512, '\0');
  for (size_t i = 0; i < weights.size(); i += 8) weights[i] = static_cast<char>(i / 8 % 5);
  return weights;
}

void TryWriting(absl::string_view xml, const std::string& weights,
                const opgraft::ImportOptions& options) {
  const auto ir = opgraft::ParseIr(xml, weights, options, opgraft::IrUse::kEdit);
  if (!ir.ok()) return opgraft::Demand(!ir.status().message().empty(), "a refusal says why");
  const auto files = opgraft::WriteIr(*ir);
  if (!files.ok()) return opgraft::Demand(!files.status().message().empty(), "a refusal says why");
  const auto again = opgraft::ParseIr(files->xml, files->weights, options);
  if (again.ok()) {
    opgraft::TryRuns(again->graph, again->options);
  } else {
    opgraft::Demand(!again.status().message().empty(), "a refusal says why");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::string* const weights = new std::string(Weights());
  opgraft::ImportOptions options;
  options.limits.max_nodes = 10'000;
  const auto ir = opgraft::ParseIr(opgraft::TextOf(data, size), *weights, options);
  if (ir.ok()) {
    opgraft::TryRuns(ir->graph, ir->options);
    TryWriting(opgraft::TextOf(data, size), *weights, options);
  } else {
    opgraft::Demand(!ir.status().message().empty(), "a refusal says why");
  }
  return 0;
}
