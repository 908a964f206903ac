// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/function_codec.h"

#include "framework/graph/functions/function_body.h"
#include "framework/graph/io/function_body_maker.h"
#include "framework/graph/io/function_export.h"
#include "opgraft/proto/function.pb.h"

namespace opgraft_internal {
namespace {

int64_t NumNodes(const FunctionBody& body) {
  return body.graph.num_nodes() - static_cast<int64_t>(body.args.size());
}

}  // namespace

const FunctionCodec& GraphFunctionCodec() {
  static constexpr FunctionCodec kCodec = {&MakeFunctionBody, &ExportFunction, &NumNodes};
  return kCodec;
}

}  // namespace opgraft_internal
