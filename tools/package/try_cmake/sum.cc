// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A program on an installed Opgraft: 0 if 1 + 2 is 3.
#include "opgraft/run.h"

absl::StatusOr<bool> AddsUp() {
  opgraft::GraphBuilder b;
  b.Op("AddV2", {b.Const({1.0f}), b.Const({2.0f})}, "sum");
  OPGRAFT_ASSIGN_OR_RETURN(auto graph, b.Build());
  OPGRAFT_ASSIGN_OR_RETURN(auto model, opgraft::CompiledModel::Compile(graph));
  auto request = model.CreateRequest();
  OPGRAFT_ASSIGN_OR_RETURN(auto outputs, request.Run({}));
  return outputs["sum"].Identical(opgraft::Tensor::Of({3.0f}));
}

int main() {
  const absl::StatusOr<bool> adds_up = AddsUp();
  return adds_up.ok() && *adds_up ? 0 : 1;
}
