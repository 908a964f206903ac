// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/functions/function_calls.h"

#include <utility>

#include "framework/graph/data/graph_data.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

absl::StatusOr<CallSite> SiteOf(const OpRegistrationData& op, const NodeAttrs& attrs,
                                size_t num_inputs, int num_outputs) {
  return MakeCallSite(op, {op.op_def.name(), attrs, static_cast<int>(num_inputs), num_outputs});
}

absl::StatusOr<Callees> Instantiate(absl::StatusOr<CallSite> site,
                                    const FunctionLibrary& functions) {
  OPGRAFT_RETURN_IF_ERROR(site.status());
  Callees callees;
  callees.site = *std::move(site);
  for (const CallSite::Body& body : callees.site.bodies) {
    OPGRAFT_ASSIGN_OR_RETURN(auto instance, functions.Instantiate(body.function, body.attrs));
    callees.bodies.push_back(std::move(instance));
  }
  return callees;
}

}  // namespace

absl::StatusOr<CallSite> CallSiteOf(const GraphData& graph, int node) {
  const NodeData& data = graph.node(node);
  return SiteOf(*data.op, data.attrs, data.inputs.size, graph.NumOutputs(node));
}

absl::StatusOr<Callees> CalleesOf(const GraphData& graph, int node,
                                  const FunctionLibrary& functions) {
  return Instantiate(CallSiteOf(graph, node), functions);
}

absl::StatusOr<Callees> CalleesOf(const Node& node, const FunctionLibrary& functions) {
  return Instantiate(SiteOf(node.op_data(), node.attrs(), node.inputs().size(), node.num_outputs()),
                     functions);
}

Endpoint SourceOf(const FunctionBody& body, int result) {
  Endpoint source = body.rets[static_cast<size_t>(result)];
  while (body.graph.node(source.node).role() == OpRole::kPassOn)
    source = body.graph.node(source.node).inputs()[static_cast<size_t>(source.port)];
  return source;
}

}  // namespace opgraft_internal
