// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/v1_control_flow/raise_v1_control_flow.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/data/topological_order.h"
#include "framework/graph/functions/body_effects.h"
#include "framework/graph/shapes/shape_refiner.h"
#include "framework/graph/v1_control_flow/v1_functions.h"
#include "framework/graph/v1_control_flow/v1_instances.h"
#include "framework/graph/v1_control_flow/v1_region.h"
#include "framework/graph/v1_control_flow/v1_scope.h"
#include "framework/graph/v1_control_flow/v1_writer.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft_internal {
namespace {

// Raises what one set of roots needs.
class Raiser {
 public:
  Raiser(const V1Roots& roots, V1Maker* maker)
      : roots_(roots), maker_(*maker), scope_(maker->NewScope(nullptr, nullptr)) {}

  absl::Status Raise(RaisedGraph* raised);
  // When all functions are there.
  absl::Status Finish(const FunctionLibrary& functions, RaisedGraph* raised);

 private:
  void AddFeeds(RaisedGraph* raised);
  absl::Status FindOptionalFeeds(const V1Region& region, RaisedGraph* raised);
  absl::Status AddFetches(const V1Region& region, V1Writer* writer, RaisedGraph* raised);
  absl::Status InferShapes();

  const V1Roots& roots_;
  V1Maker& maker_;
  std::unique_ptr<V1Scope> scope_;
};

absl::Status Raiser::Raise(RaisedGraph* raised) {
  OPGRAFT_ASSIGN_OR_RETURN(const V1Frames frames, V1Frames::Find(maker_.graph(), roots_));
  raised->is_raised = frames.has_control_flow();
  if (!raised->is_raised) return absl::OkStatus();
  V1Region::Bounds bounds;
  bounds.roots = roots_.fetches;
  bounds.root_nodes = roots_.nodes;
  bounds.may_be_dead = true;
  OPGRAFT_ASSIGN_OR_RETURN(const V1Region region, V1Region::Make(&frames, std::move(bounds)));
  AddFeeds(raised);
  V1Writer writer(&maker_, &region, 0);
  OPGRAFT_RETURN_IF_ERROR(writer.WriteAll(scope_.get()));
  OPGRAFT_RETURN_IF_ERROR(FindOptionalFeeds(region, raised));
  OPGRAFT_RETURN_IF_ERROR(AddFetches(region, &writer, raised));
  for (int node : roots_.nodes) {
    const auto found = scope_->nodes.find(region.ItemOf(node));
    if (found != scope_->nodes.end() && found->second >= 0) raised->nodes.push_back(found->second);
  }
  return absl::OkStatus();
}

// A fed Placeholder stays what it is, and so does the argument of a function; any other tensor that
// is fed becomes an argument. One with a default is written with the other nodes.
void Raiser::AddFeeds(RaisedGraph* raised) {
  const GraphData& graph = maker_.graph();
  for (size_t i = 0; i < roots_.feeds.size(); ++i) {
    const Endpoint feed = roots_.feeds[i];
    const NodeData& data = graph.node(feed.node);
    Endpoint made{-1, 0};
    if (HasDefault(graph, feed)) {
      raised->feeds.push_back(made);
      continue;
    }
    if (data.op->role == OpRole::kPlaceholder) {
      made.node = scope_->Add(maker_.CopyOf(feed.node), feed.node);
    } else {
      const absl::string_view end = data.op->role == OpRole::kArgument ? "" : "/fed";
      made.node = scope_->AddArg(absl::StrCat(data.name, end), BaseType(graph.OutputType(feed)),
                                 static_cast<int>(i));
    }
    scope_->values[feed] = made;
    raised->feeds.push_back(made);
  }
}

// A feed that nothing needs is an argument that nothing uses.
absl::Status Raiser::FindOptionalFeeds(const V1Region& region, RaisedGraph* raised) {
  for (size_t i = 0; i < roots_.feeds.size(); ++i) {
    const Endpoint feed = roots_.feeds[i];
    if (!HasDefault(maker_.graph(), feed)) continue;
    const auto written = scope_->values.find(feed);
    if (written != scope_->values.end()) {
      raised->feeds[i] = written->second;
    } else if (region.ItemOf(feed.node) < 0) {
      const std::string name = absl::StrCat(maker_.graph().node(feed.node).name, "/fed");
      const DataType dtype = BaseType(maker_.graph().OutputType(feed));
      raised->feeds[i] = {scope_->AddArg(name, dtype, static_cast<int>(i)), 0};
    } else {
      return absl::UnimplementedError(
          absl::StrCat("node '", maker_.graph().node(feed.node).name,
                       "' is fed, but it is part of a branch or of a loop"));
    }
  }
  return absl::OkStatus();
}

absl::Status Raiser::AddFetches(const V1Region& region, V1Writer* writer, RaisedGraph* raised) {
  for (size_t i = 0; i < roots_.fetches.size(); ++i) {
    const int item = region.fetch_items()[i];
    const Endpoint value = item < 0 ? roots_.fetches[i] : region.JoinOf(item);
    OPGRAFT_ASSIGN_OR_RETURN(Endpoint fetched, writer->Find(value, scope_.get()));
    if (item >= 0) {
      OPGRAFT_ASSIGN_OR_RETURN(const Endpoint alive, writer->Find({value.node, 1}, scope_.get()));
      NodeDef check;
      check.set_name(maker_.graph().node(roots_.fetches[i].node).name);
      check.set_op("_LiveTensor");
      (*check.mutable_attr())["T"].set_type(BaseType(scope_->editor.data().OutputType(fetched)));
      (*check.mutable_attr())["position"].set_i(static_cast<int64_t>(i));
      OPGRAFT_ASSIGN_OR_RETURN(const int node,
                               maker_.AddNode(check, {fetched, alive}, {}, scope_.get()));
      fetched = {node, 0};
    }
    raised->fetches.push_back(fetched);
  }
  return absl::OkStatus();
}

absl::Status Raiser::InferShapes() {
  GraphData& graph = scope_->editor.data();
  const TopologicalOrder sorted = SortTopologically(graph);
  ShapeRefiner refiner(&graph);
  for (int32_t node : sorted.order) OPGRAFT_RETURN_IF_ERROR(refiner.Infer(node));
  return absl::OkStatus();
}

absl::Status Raiser::Finish(const FunctionLibrary& functions, RaisedGraph* raised) {
  UseFunctions(functions, &scope_->editor);
  OPGRAFT_RETURN_IF_ERROR(InferShapes());
  OPGRAFT_ASSIGN_OR_RETURN(raised->graph, std::move(scope_->editor).Finish());
  raised->origins = std::move(scope_->origins);
  return absl::OkStatus();
}

// What a function gives, and what has effects in it.
V1Roots RootsOf(const FunctionBody& body) {
  V1Roots roots;
  for (const int arg : body.args) roots.feeds.push_back({arg, 0});
  roots.fetches = body.rets;
  roots.nodes = EffectsOf(body);
  return roots;
}

absl::StatusOr<RaisedBody> RaiseFunction(const FunctionBody& body) {
  const V1Roots roots = RootsOf(body);
  V1Maker maker(&GraphEditor::DataOf(body.graph));
  Raiser raiser(roots, &maker);
  RaisedGraph made;
  OPGRAFT_RETURN_IF_ERROR(raiser.Raise(&made));
  if (!made.is_raised) return absl::NotFoundError("what the function gives needs no such node");
  FunctionLibrary functions = maker.BuildFunctions();
  OPGRAFT_RETURN_IF_ERROR(raiser.Finish(functions, &made));
  auto raised = std::make_shared<FunctionBody>(body);
  raised->graph = made.graph;
  for (size_t i = 0; i < made.feeds.size(); ++i) raised->args[i] = made.feeds[i].node;
  raised->rets = std::move(made.fetches);
  raised->control_rets = std::move(made.nodes);
  return RaisedBody{std::move(raised), std::move(functions)};
}

RaisedGraphs RaiseGraph(const Graph& graph, absl::Span<const V1Roots> roots) {
  const GraphData& data = GraphEditor::DataOf(graph);
  RaisedGraphs raised{graph, false, {}, data.functions, {}};
  V1Maker maker(&data);
  std::vector<Raiser> raisers;
  bool is_any_raised = false;
  for (const V1Roots& wanted : roots) {
    raisers.emplace_back(wanted, &maker);
    RaisedGraph& made = raised.graphs.emplace_back();
    made.status = raisers.back().Raise(&made);
    is_any_raised |= made.is_raised;
  }
  if (!is_any_raised) return raised;
  raised.functions = maker.BuildFunctions();
  raised.origins = maker.TakeOrigins();
  for (size_t i = 0; i < raisers.size(); ++i) {
    RaisedGraph& made = raised.graphs[i];
    if (made.status.ok() && made.is_raised)
      made.status = raisers[i].Finish(raised.functions, &made);
  }
  return raised;
}

}  // namespace

RaisedGraphs RaiseV1ControlFlow(const Graph& graph, absl::Span<const V1Roots> roots) {
  const std::vector<std::string> functions = FunctionsWithV1ControlFlow(graph.functions());
  if (functions.empty()) return RaiseGraph(graph, roots);
  const bool has_attrs = absl::c_any_of(functions, [&graph](const std::string& name) {
    return graph.functions().Find(name)->op_def.attr_size() > 0;
  });
  if (!has_attrs) return RaiseGraph(WithRaisedFunctions(graph, functions, RaiseFunction), roots);
  const Graph base = WithInstances(graph);
  const std::vector<std::string> instances = FunctionsWithV1ControlFlow(base.functions());
  RaisedGraphs raised = RaiseGraph(WithRaisedFunctions(base, instances, RaiseFunction), roots);
  raised.has_new_calls = true;
  return raised;
}

}  // namespace opgraft_internal
