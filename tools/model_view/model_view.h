// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_MODEL_VIEW_MODEL_VIEW_H_
#define TOOLS_MODEL_VIEW_MODEL_VIEW_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/graph/data/graph.h"
#include "framework/op/op_role.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/graph.pb.h"
#include "tools/model_view/sound_graph.h"

namespace opgraft_internal {

// A model as `show` and `explain` present it, with or without problems: its nodes with all that is
// known of them, and each function's body once. Texts are as in the file, so printers must escape
// them. A value; thread-compatible.
struct ModelView {
  // An input of a node, or a result of a function.
  struct Input {
    static constexpr int kControl = -1;
    // By its index in the same GraphView; -1: it has no node of this name.
    int node = -1;
    // Which output of the node, or kControl.
    int port = 0;
    // As the file has it: "a", "a:1", "^a".
    std::string name;
    bool is_control() const { return port == kControl; }
  };

  // A function that a node runs.
  struct Body {
    // The attr that names it, as "then_branch"; "" of a node whose op is the function.
    std::string label;
    std::string function;
    // The body, by its index in `graphs`; -1: there is no such function.
    int graph = -1;
  };

  // A node and what is known of it.
  struct NodeView {
    std::string name;
    std::string op;
    OpRole role = OpRole::kPlain;
    std::vector<Input> inputs;
    std::vector<std::pair<std::string, std::string>> attrs;
    // Types and shapes: "float [3]"; "?" if not known.
    std::vector<std::string> outputs;
    std::vector<Body> bodies;
    // What is wrong, as "unknown op"; "" if nothing is.
    std::string problem;
    // Which kernel it gets and why, if ModelViewOptions::kernels asks for that.
    std::string kernel;
  };

  // The model's graph, or the body of a function.
  struct GraphView {
    // Its name; "" of the model's own graph.
    std::string function;
    // The prefix of its nodes' names in paths: "y/add_z/".
    std::string path;
    // Who calls it: "then_branch of 'y'".
    std::vector<std::string> callers;
    std::vector<NodeView> nodes;
    std::vector<Input> results;
  };

  // The model's own first, the others in the order they are called.
  std::vector<GraphView> graphs;
  // A line each: "sum: float [1], starts from zeros".
  std::vector<std::string> variables;
};

// How a picture shows a node: as a "problem", a "constant", an "input", "state", a "call" or an
// "op".
absl::string_view KindOf(const ModelView::NodeView& node);

// What a view has beside the nodes.
struct ModelViewOptions {
  // Which kernel each node gets, and why.
  bool kernels = false;
};

// The view of a model. `sound` is what ImportSound made of `def`; both are needed no longer
// afterwards.
ModelView ViewModel(const GraphDef& def, const SoundGraph& sound,
                    const ModelViewOptions& options = {});

// Which kernel a node gets and why, with a first line that repeats the node; or that it is a step
// of the plan.
std::string KernelText(const Node& node);

// The node at a path as FindNodeAt takes them, and its graph; null if there is no such node. Both
// belong to the view.
struct FoundView {
  const ModelView::GraphView* graph = nullptr;
  const ModelView::NodeView* node = nullptr;
};
FoundView FindView(const ModelView& view, absl::string_view path);

}  // namespace opgraft_internal

#endif  // TOOLS_MODEL_VIEW_MODEL_VIEW_H_
