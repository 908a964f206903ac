// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/signature_resolver.h"

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph_editor.h"
#include "framework/graph/v1_control_flow/v1_results.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

bool IsPlaceholder(const Node& node) { return node.role() == OpRole::kPlaceholder; }
bool HasDefault(const Node& node) { return node.role() == OpRole::kPlaceholderWithDefault; }

// The node of a sink's name.
absl::StatusOr<int> FindSink(const Graph& graph, const StateIndex& state, const std::string& name) {
  OPGRAFT_ASSIGN_OR_RETURN(const int node, graph.FindTarget(name));
  if (state.IsSink(graph.node(node))) return node;
  return absl::InvalidArgumentError(
      absl::StrCat("sink '", name, "' is a ", graph.node(node).op(), ", which assigns nothing"));
}

std::vector<int> AllSinks(const Graph& graph, const StateIndex& state) {
  std::vector<int> sinks;
  for (int node = 0; node < graph.num_nodes(); ++node) {
    if (state.IsSink(graph.node(node))) sinks.push_back(node);
  }
  return sinks;
}

// Appends what a name stands for, or what is wrong with it.
template <typename T>
void AddFound(const absl::StatusOr<T>& found, std::vector<T>* all,
              std::vector<absl::Status>* problems) {
  if (found.ok()) {
    all->push_back(*found);
  } else {
    problems->push_back(found.status());
  }
}

bool IsConsumed(const Graph& graph, const Node& node,
                const std::vector<bool>& has_control_consumer) {
  for (int port = 0; port < node.num_outputs(); ++port) {
    if (graph.num_consumers({node.id(), port}) > 0) return true;
  }
  return has_control_consumer[node.id()];
}

// How many of a node's outputs may be results: which input a Merge took is none.
int NumResults(const Node& node) { return node.role() == OpRole::kMerge ? 1 : node.num_outputs(); }

}  // namespace

Signature DefaultSignature(const Graph& graph, const StateIndex& state) {
  Signature signature;
  std::vector<bool> has_control_consumer(graph.num_nodes(), false);
  for (int id = 0; id < graph.num_nodes(); ++id) {
    for (int32_t input : graph.node(id).control_inputs()) has_control_consumer[input] = true;
  }
  const std::vector<bool> runs_always = RunsAlways(GraphEditor::DataOf(graph));
  for (int id = 0; id < graph.num_nodes(); ++id) {
    const Node node = graph.node(id);
    if (IsPlaceholder(node) || HasDefault(node)) signature.feeds.push_back(node.name());
    // An input that nothing uses is not a result.
    if (IsPlaceholder(node) || state.IsSink(node) || !runs_always[static_cast<size_t>(id)])
      continue;
    for (int port = 0; port < NumResults(node); ++port) {
      if (graph.num_consumers({id, port}) == 0) signature.fetches.push_back(node.OutputName(port));
    }
    if (node.num_outputs() == 0 && !IsConsumed(graph, node, has_control_consumer))
      signature.targets.push_back(node.name());
  }
  return signature;
}

ResolvedSignature ResolveSignature(const Graph& graph, const StateIndex& state,
                                   const Signature& signature,
                                   std::vector<absl::Status>* problems) {
  ResolvedSignature resolved;
  absl::flat_hash_set<Endpoint> fed;
  for (const std::string& name : signature.feeds) {
    absl::StatusOr<Endpoint> feed = graph.FindTensor(name);
    if (feed.ok() && !fed.insert(*feed).second)
      feed = absl::InvalidArgumentError(absl::StrCat("'", name, "' is fed twice"));
    AddFound(feed, &resolved.feeds, problems);
    if (feed.ok()) resolved.optional_feeds.push_back(HasDefault(graph.node(feed->node)));
  }
  for (const std::string& name : signature.fetches)
    AddFound(graph.FindTensor(name), &resolved.fetches, problems);
  for (const std::string& name : signature.targets)
    AddFound(graph.FindTarget(name), &resolved.nodes, problems);
  if (signature.sinks.has_value()) {
    for (const std::string& name : *signature.sinks)
      AddFound(FindSink(graph, state, name), &resolved.nodes, problems);
  } else {
    const std::vector<int> sinks = AllSinks(graph, state);
    resolved.nodes.insert(resolved.nodes.end(), sinks.begin(), sinks.end());
  }
  return resolved;
}

}  // namespace opgraft_internal
