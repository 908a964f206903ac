// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/function_codec.h"

#include "framework/graph/functions/function_body.h"
#include "framework/graph/io/function_body_maker.h"
#include "framework/graph/io/function_export.h"
#include "framework/graph/io/node_def_checker.h"
#include "opgraft/proto/function.pb.h"

namespace opgraft_internal {
namespace {

int64_t NumNodes(const FunctionBody& body) {
  return body.graph.num_nodes() - static_cast<int64_t>(body.args.size());
}

std::shared_ptr<NodeDefChecker> MakeChecker(const ImportLimits& limits, int producer) {
  // It lives as long as the graph, so it keeps less.
  constexpr size_t kMaxKnown = 1 << 12;
  return std::make_shared<NodeDefChecker>(limits, producer, kMaxKnown);
}

}  // namespace

const FunctionCodec& GraphFunctionCodec() {
  static constexpr FunctionCodec kCodec = {&MakeFunctionBody, &ExportFunction, &NumNodes,
                                           &MakeChecker};
  return kCodec;
}

}  // namespace opgraft_internal
