// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_SHAPES_SHAPE_FACTS_H_
#define FRAMEWORK_GRAPH_SHAPES_SHAPE_FACTS_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/node_hash_map.h"
#include "absl/types/optional.h"
#include "framework/graph/data/graph_data.h"
#include "framework/graph/functions/function_body.h"
#include "framework/graph/shapes/constant_folder.h"
#include "framework/graph/shapes/known_facts.h"
#include "framework/graph/shapes/partial_values.h"
#include "framework/graph/shapes/shape_memo.h"
#include "framework/op/shape_inference.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"

namespace opgraft_internal {

using HandleDataList = std::vector<shape_inference::HandleData>;

// What a caller knows of the arguments of a function.
struct ArgFacts {
  struct Arg {
    PartialTensorShape shape;
    absl::optional<Tensor> value;  // if short
    absl::optional<PartialValues::Elements>
        elements;  // of an integer vector whose value is not known
    HandleDataList handles;
  };
  std::vector<Arg> args;

  // The same text for the same facts.
  std::string Key() const;
};

// What is statically known of the outputs of one graph: shapes, constant values, partly known
// integer vectors, and what handles refer to. Shapes are set by whoever infers them; values are
// found when asked for. Thread-compatible.
class ShapeFacts final : public KnownFacts {
 public:
  // Of a graph whose shapes stand in it; Set is not to be called. Borrows both.
  ShapeFacts(const GraphData& graph, FoldBudget* budget);
  // The same, and Set writes into the graph.
  ShapeFacts(GraphData* graph, FoldBudget* budget);
  // Of a function's body when it is called with these arguments; shapes are kept here.
  ShapeFacts(const FunctionBody& body, const ArgFacts& args, FoldBudget* budget);
  ShapeFacts(const ShapeFacts&) = delete;
  ShapeFacts& operator=(const ShapeFacts&) = delete;

  const GraphData& graph() const override { return graph_; }

  const PartialTensorShape& ShapeOf(Endpoint output) const override;
  void SetShape(Endpoint output, const PartialTensorShape& shape);
  // The shapes by their numbers: equal ones have one number. 0: unknown rank.
  uint32_t ShapeNumberOf(Endpoint output) const;
  void SetShapeNumber(Endpoint output, uint32_t number);
  ShapeMemo& memo() { return memo_; }

  const Tensor* ValueOf(Endpoint output) override { return folder_.ValueOf(output); }
  // The elements of an integer scalar or vector as far as they are known; nothing if nothing is.
  absl::optional<PartialValues::Elements> ElementsOf(Endpoint output) {
    return values_.ElementsOf(output);
  }

  // Null if not known.
  const HandleDataList* HandlesOf(Endpoint output) const;
  void SetHandles(Endpoint output, HandleDataList handles);

  // What is known of the inputs of `node`, for functions that take them.
  enum class Detail {
    kShapes,
    kAll,
  };
  std::vector<ArgFacts::Arg> FactsOfInputs(int node, Detail detail);
  bool is_argument(int node) const { return arguments_.contains(node); }

 private:
  bool Exists(Endpoint output) const;

  const GraphData& graph_;
  GraphData* writable_ = nullptr;
  std::unique_ptr<ShapeTable> own_table_;  // null: shapes stand in the graph
  std::vector<uint32_t> own_shapes_;
  absl::flat_hash_map<int, int> arguments_;  // node to argument
  absl::node_hash_map<Endpoint, HandleDataList> handles_;
  ConstantFolder folder_;
  PartialValues values_;
  ShapeMemo memo_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_SHAPES_SHAPE_FACTS_H_
