// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/builder/transforms.h"

#include "absl/strings/str_cat.h"
#include "framework/graph/data/node_names.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/io/import.h"
#include "framework/graph/variables/state_index.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft {
namespace {

// Makes every input of `node` that is the output of `removed`, or waits for it, one of `source`
// ("a", "a:1").
void Redirect(absl::string_view removed, const std::string& source, NodeDef* node) {
  for (std::string& input : *node->mutable_input()) {
    const InputRef ref = ParseInputRef(input);
    if (ref.node != removed) continue;
    input = ref.is_control() ? absl::StrCat("^", ParseInputRef(source).node) : source;
  }
}

}  // namespace

absl::StatusOr<Graph> DeleteSink(const Graph& graph, const std::string& node) {
  const int id = graph.FindNode(node);
  if (id < 0) {
    return absl::NotFoundError(
        absl::StrCat("there is no node ", Quoted(node), NearestHint(graph.NearestNode(node))));
  }
  if (graph.node(id).role() != OpRole::kAssign) {
    return absl::InvalidArgumentError(
        absl::StrCat(NodeTag(node, graph.node(id).op()), " is no Assign"));
  }
  const Endpoint source = graph.node(id).inputs()[0];
  const std::string source_name = graph.node(source.node).OutputName(source.port);
  GraphDef def = graph.ToGraphDef();
  int kept = 0;
  for (int i = 0; i < def.node_size(); ++i) {
    if (def.node(i).name() == node) continue;
    def.mutable_node()->SwapElements(kept, i);
    Redirect(node, source_name, def.mutable_node(kept++));
  }
  def.mutable_node()->DeleteSubrange(kept, def.node_size() - kept);
  ImportOptions options;
  options.registry = graph.shared_registry();
  return Graph::Import(def, options);
}

}  // namespace opgraft
