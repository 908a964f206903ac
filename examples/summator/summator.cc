// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The stateful summator built in C++: one variable, read before and stored after each run.
#include <iostream>

#include "opgraft/run.h"

namespace {

absl::Status SumUp() {
  opgraft::GraphBuilder b;
  auto x = b.Placeholder("x", opgraft::DT_FLOAT, {1});
  auto old = b.ReadValue("sum", b.Const({0.0f}));  // variable "sum", starts at [0]
  auto next = b.Op("AddV2", {old, x});
  auto out = b.Op("AddV2", {old, next}, "out");
  b.Assign("sum", next);  // a sink: runs whatever is fetched
  static_cast<void>(out);
  OPGRAFT_ASSIGN_OR_RETURN(auto graph, b.Build());
  OPGRAFT_ASSIGN_OR_RETURN(auto model, opgraft::CompiledModel::Compile(graph));

  opgraft::InferRequest request = model.CreateRequest();  // one sequence
  for (float v : {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f}) {
    if (v == 4) {
      OPGRAFT_RETURN_IF_ERROR(request.reset_state());
      std::cout << "reset\n";
    }
    OPGRAFT_ASSIGN_OR_RETURN(
        auto outputs,
        request.Run({{"x", opgraft::Tensor::Of({v})}}));  // a view, good until the next Run
    std::cout << "x " << v << "  out " << outputs["out"].flat<float>()(0) << "  sum "
              << request.query_state()[0].get().flat<float>()(0) << "\n";
  }
  return absl::OkStatus();
}

}  // namespace

int main() {
  const absl::Status status = SumUp();
  if (!status.ok()) std::cerr << status << "\n";
  return status.ok() ? 0 : 1;
}
