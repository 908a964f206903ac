// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// An If with OpenVINO's port maps: x goes to both branches, z to one, w to the other.
#include <iostream>

#include "opgraft/run.h"

namespace {

using opgraft::DT_BOOL;
using opgraft::DT_FLOAT;
using opgraft::GraphBuilder;
using opgraft::Tensor;

// A branch: adds its two arguments.
GraphBuilder AddBody(const std::string& second) {
  GraphBuilder body;
  auto x = body.Arg("x", DT_FLOAT);
  auto other = body.Arg(second, DT_FLOAT);
  body.Return("sum", body.Op("AddV2", {x, other}));
  return body;
}

absl::Status RunBothWays() {
  GraphBuilder b;
  auto cond = b.Placeholder("cond", DT_BOOL, {});
  auto x = b.Placeholder("x", DT_FLOAT, {3});
  auto z = b.Placeholder("z", DT_FLOAT, {3});
  auto w = b.Placeholder("w", DT_FLOAT, {3});
  b.If(cond, AddBody("z"), AddBody("w"), {{x, "x", "x"}, {z, "z", ""}, {w, "", "w"}},
       {{"sum", "sum"}}, "y");
  OPGRAFT_ASSIGN_OR_RETURN(auto graph, b.Build());
  OPGRAFT_ASSIGN_OR_RETURN(auto model, opgraft::CompiledModel::Compile(graph));
  opgraft::InferRequest request = model.CreateRequest();
  for (bool value : {true, false}) {
    OPGRAFT_ASSIGN_OR_RETURN(auto outputs,
                             request.Run({{"cond", Tensor(value)},
                                          {"x", Tensor::Of({1.0f, 2.0f, 3.0f})},
                                          {"z", Tensor::Of({10.0f, 10.0f, 10.0f})},
                                          {"w", Tensor::Of({100.0f, 100.0f, 100.0f})}}));
    std::cout << "cond " << (value ? "true " : "false") << "  y " << outputs["y"].SummarizeValue(3)
              << "\n";
  }
  return absl::OkStatus();
}

}  // namespace

int main() {
  const absl::Status status = RunBothWays();
  if (!status.ok()) std::cerr << status << "\n";
  return status.ok() ? 0 : 1;
}
