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

// A model as `show` and `explain` present it, in whatever state it is: nodes with what is known of
// them, each function's body once. Texts are as in the file: whoever prints them escapes them.
struct ModelView {
  struct Input {
    static constexpr int kControl = -1;
    int node = -1;     // of the same graph; -1: there is none of this name
    int port = 0;      // output of it, or kControl
    std::string name;  // "a", "a:1", "^a"
    bool is_control() const { return port == kControl; }
  };

  // A function that a node runs.
  struct Body {
    std::string label;  // "then_branch"; "" of an op that is the function
    std::string function;
    int graph = -1;  // -1: there is no such function
  };

  struct NodeView {
    std::string name;
    std::string op;
    OpRole role = OpRole::kPlain;
    std::vector<Input> inputs;
    std::vector<std::pair<std::string, std::string>> attrs;
    std::vector<std::string> outputs;  // "float [3]"; "?"
    std::vector<Body> bodies;
    std::string problem;  // "unknown op"; "" if the node is right
    std::string kernel;   // which it gets and why, if that was asked for
  };

  // The model's graph, or the body of a function.
  struct GraphView {
    std::string function;              // "" of the model's own
    std::string path;                  // what stands before the names of its nodes: "y/add_z/"
    std::vector<std::string> callers;  // "then_branch of 'y'"
    std::vector<NodeView> nodes;
    std::vector<Input> results;
  };

  std::vector<GraphView> graphs;  // the model's own first, the others in the order they are called
  std::vector<std::string> variables;  // "sum: float [1], starts from zeros"
};

// How a picture shows a node: as a "problem", a "constant", an "input", "state", a "call" or an
// "op".
absl::string_view KindOf(const ModelView::NodeView& node);

struct ModelViewOptions {
  bool kernels = false;  // explain the kernel of each node
};

// `sound` is what ImportSound made of `def`.
ModelView ViewModel(const GraphDef& def, const SoundGraph& sound,
                    const ModelViewOptions& options = {});

// Which kernel a node gets and why, with a first line that repeats the node; or that it is a step
// of the plan.
std::string KernelText(const Node& node);

// The node at a path as FindNodeAt takes them, and its graph; null if there is none.
struct FoundView {
  const ModelView::GraphView* graph = nullptr;
  const ModelView::NodeView* node = nullptr;
};
FoundView FindView(const ModelView& view, absl::string_view path);

}  // namespace opgraft_internal

#endif  // TOOLS_MODEL_VIEW_MODEL_VIEW_H_
