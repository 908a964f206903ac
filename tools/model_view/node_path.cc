// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/model_view/node_path.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/types/optional.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/functions/function_body.h"
#include "framework/graph/functions/function_calls.h"
#include "framework/types/nearest.h"
#include "framework/types/quoted.h"

namespace opgraft_internal {
namespace {

absl::StatusOr<FoundNode> FindFrom(const Graph& graph, absl::string_view path,
                                   bool may_begin_with_function);

absl::StatusOr<FoundNode> FindInBody(const FunctionBody& body, absl::string_view path) {
  absl::StatusOr<FoundNode> found = FindFrom(body.graph, path, false);
  // What went wrong further down says more than that this function has no such node.
  if (found.ok()) found->is_in_function = true;
  if (found.ok() || found.status() != body.graph.FindTarget(path).status()) return found;
  return absl::NotFoundError(absl::StrCat("function ", Quoted(body.name), " has no node ",
                                          Quoted(path), NearestHint(body.graph.NearestNode(path))));
}

// In what node `id` calls; `path` begins with the name of a function. Nothing if it calls none of
// that name.
absl::optional<absl::StatusOr<FoundNode>> FindInCall(const Graph& graph, int id,
                                                     absl::string_view path) {
  const Node node = graph.node(id);
  if (!RunsBodies(node.role())) return absl::nullopt;
  const absl::StatusOr<Callees> callees = CalleesOf(node, graph.functions());
  if (!callees.ok()) return absl::nullopt;
  for (const auto& body : callees->bodies) {
    absl::string_view rest = path;
    if (absl::ConsumePrefix(&rest, body->name) && absl::ConsumePrefix(&rest, "/"))
      return FindInBody(*body, rest);
  }
  return absl::nullopt;
}

absl::StatusOr<FoundNode> FindFrom(const Graph& graph, absl::string_view path,
                                   bool may_begin_with_function) {
  const absl::StatusOr<int> here = graph.FindTarget(path);
  if (here.ok()) return FoundNode{graph, *here};
  absl::Status error = here.status();
  // Names have slashes in them: each may end the name of the node that calls, or of a function.
  for (size_t slash = path.find('/'); slash != path.npos; slash = path.find('/', slash + 1)) {
    const absl::string_view name = path.substr(0, slash);
    const absl::string_view rest = path.substr(slash + 1);
    if (const int caller = graph.FindNode(name); caller >= 0) {
      const auto found = FindInCall(graph, caller, rest);
      if (found.has_value() && found->ok()) return *found;
      if (found.has_value()) error = found->status();
    }
    if (!may_begin_with_function || !graph.functions().Contains(name)) continue;
    const auto body = graph.functions().Instantiate(name, NodeAttrs());
    if (!body.ok()) continue;
    absl::StatusOr<FoundNode> found = FindInBody(**body, rest);
    if (found.ok()) return found;
    error = found.status();
  }
  return error;
}

}  // namespace

absl::StatusOr<FoundNode> FindNodeAt(const Graph& graph, absl::string_view path) {
  return FindFrom(graph, path, true);
}

}  // namespace opgraft_internal
