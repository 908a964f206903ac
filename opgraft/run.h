// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// All that is needed to build a graph, compile it and run it with state.
//
//   #include "opgraft/run.h"
//
//   absl::Status SumUp() {
//     opgraft::GraphBuilder b;
//     auto x    = b.Placeholder("x", opgraft::DT_FLOAT, {1});
//     auto old  = b.ReadValue("sum", b.Const({0.0f}));        // variable "sum", starts at [0]
//     auto next = b.Op("AddV2", {old, x});
//     auto out  = b.Op("AddV2", {old, next}, "out");
//     b.Assign("sum", next);                                  // a sink: runs whatever is fetched
//     OPGRAFT_ASSIGN_OR_RETURN(auto graph, b.Build());  // or Graph::FromFile("summator.pbtxt")
//     OPGRAFT_ASSIGN_OR_RETURN(auto model, opgraft::CompiledModel::Compile(graph));
//
//     opgraft::InferRequest request = model.CreateRequest();  // one sequence
//     for (float v : {1, 2, 3}) {
//       OPGRAFT_ASSIGN_OR_RETURN(auto outputs, request.Run({{"x", opgraft::Tensor::Of({v})}}));
//       std::cout << outputs["out"] << request.query_state()[0].get();
//     }
//     request.reset_state();
//     return absl::OkStatus();
//   }
#ifndef OPGRAFT_RUN_H_
#define OPGRAFT_RUN_H_

#include "framework/graph/builder/graph_builder.h"
#include "framework/graph/builder/transforms.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/io/import.h"
#include "framework/library/library_loader.h"
#include "framework/runtime/compiled_model.h"
#include "framework/runtime/environment.h"
#include "framework/runtime/infer_request.h"
#include "framework/runtime/profile.h"
#include "framework/runtime/state_edits.h"
#include "framework/tensor/tensor.h"
#include "framework/types/status_macros.h"
#include "openvino/ir.h"
#include "openvino/transforms.h"
#include "openvino/write_ir.h"
#include "saved_model/saved_model.h"

#endif  // OPGRAFT_RUN_H_
