// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's "Example of Stateful Network Inference", line by line: the same model, the same steps,
// the same numbers. Two utterances, a reset of the states between them.
#include <iostream>
#include <string>
#include <vector>

#include "opgraft/run.h"

namespace {

absl::Status InferUtterance(const std::vector<float>& data, opgraft::InferRequest* request) {
  for (const float next_input : data) {
    // std::memcpy into the input blob; inferRequest.Infer()
    OPGRAFT_RETURN_IF_ERROR(
        request->Run({{"input", opgraft::Tensor::Of({next_input}, {1, 1})}}).status());
    // check states: inferRequest.QueryState()
    const std::vector<opgraft::VariableState> states = request->query_state();
    if (states.empty()) return absl::InternalError("Queried states are empty");
    const opgraft::Tensor state = states[0].get();  // states[0].GetState()
    std::cout << state.flat<float>()(0) << "\n";
  }
  return absl::OkStatus();
}

absl::Status Run(const std::string& path) {
  // Core::ReadNetwork, Core::LoadNetwork, ExecutableNetwork::CreateInferRequest
  OPGRAFT_ASSIGN_OR_RETURN(const opgraft::LoadedIr ir, opgraft::LoadIr(path));
  OPGRAFT_ASSIGN_OR_RETURN(const opgraft::CompiledModel model,
                           opgraft::CompiledModel::Compile(ir.graph, ir.options));
  opgraft::InferRequest request = model.CreateRequest();

  OPGRAFT_RETURN_IF_ERROR(InferUtterance({1, 2, 3}, &request));
  // resetting state between utterances
  std::cout << "Reset state\n";
  for (opgraft::VariableState& state : request.query_state())
    OPGRAFT_RETURN_IF_ERROR(state.reset());
  return InferUtterance({4, 5, 6}, &request);
}

}  // namespace

int main(int argc, char** argv) {
  const absl::Status status = Run(argc > 1 ? argv[1] : "examples/stateful_summator/summator.xml");
  if (!status.ok()) std::cerr << status << "\n";
  return status.ok() ? 0 : 1;
}
