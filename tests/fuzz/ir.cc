// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's IR: the XML, with weights that are always the same.
#include "openvino/ir.h"

#include <string>

#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/try_graph.h"

namespace {

// Bytes that are small numbers, 0 and 1 among them, in types of any width.
std::string Weights() {
  std::string weights(512, '\0');
  for (size_t i = 0; i < weights.size(); i += 8) weights[i] = static_cast<char>(i / 8 % 5);
  return weights;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::string* const weights = new std::string(Weights());
  opgraft::ImportOptions options;
  options.limits.max_nodes = 10'000;
  const auto ir = opgraft::ParseIr(opgraft::TextOf(data, size), *weights, options);
  if (ir.ok()) {
    opgraft::TryRuns(ir->graph, ir->options);
  } else {
    opgraft::Demand(!ir.status().message().empty(), "a refusal says why");
  }
  return 0;
}
