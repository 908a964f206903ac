// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_SHAPES_SHAPE_REFINER_H_
#define FRAMEWORK_GRAPH_SHAPES_SHAPE_REFINER_H_

#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "framework/graph/data/graph.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

class BodyShapeMemo;
class ShapeFacts;
struct GraphData;

// Finds the static shapes of a graph's outputs, node by node, as TensorFlow's ShapeRefiner: runs
// the op's shape function, folds the constants that it asks for, and enters the functions that a
// node calls with the shapes and constants of its arguments. Borrows the graph, whose nodes have
// their edges; thread-compatible.
//
// Example: shapes while nodes are added.
//
//   ShapeRefiner refiner(&editor.data());
//   const int id = editor.AddNode(std::move(node));
//   OPGRAFT_RETURN_IF_ERROR(refiner.Infer(id));
//
// A call never fails for lack of knowledge: without a shape function, in recursion and beyond the
// limits (depth of calls, nodes inferred in bodies, bytes folded) shapes are unknown.
class ShapeRefiner {
 public:
  enum class Calls {
    // A whole graph.
    kEnter,
    // The body of a function, whose callers enter it: calls of known functions give unknown shapes.
    kSkip,
  };

  // Writes into `*data`.
  explicit ShapeRefiner(GraphData* data, Calls calls = Calls::kEnter);
  ~ShapeRefiner();
  ShapeRefiner(const ShapeRefiner&) = delete;
  ShapeRefiner& operator=(const ShapeRefiner&) = delete;

  // Sets the shapes of the outputs of `node` from those of its inputs, which came before (an input
  // that did not is unknown). INVALID_ARGUMENT if the op's shape function refuses them ("... for
  // '{{node n}} = ...' with input shapes: ..."), if `output_shapes` of an If contradicts a branch,
  // or if a scalar of the condition's type cannot be a condition. In a function's body the text
  // ends in "; in call of 'f' at {{node n}}". A body that cannot be made gives its error once. The
  // outputs are then unknown.
  absl::Status Infer(int node);

 private:
  std::unique_ptr<BodyShapeMemo> memo_;
  std::unique_ptr<ShapeFacts> facts_;
  Calls calls_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_SHAPES_SHAPE_REFINER_H_
