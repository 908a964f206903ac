// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_SHAPES_SHAPE_FACTS_H_
#define FRAMEWORK_GRAPH_SHAPES_SHAPE_FACTS_H_

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

// What a caller knows of the arguments of a function. A value: what a body's shapes are inferred
// for, and the key under which they are kept.
struct ArgFacts {
  struct Arg {
    PartialTensorShape shape;
    // If short.
    absl::optional<Tensor> value;
    // Of an integer vector whose value is not known.
    absl::optional<PartialValues::Elements> elements;
    HandleDataList handles;
  };
  std::vector<Arg> args;

  // The same text for the same facts.
  std::string Key() const;
};

// What the bodies of functions that are inferred for one graph have in common: shapes by number,
// and what shape functions gave. Thread-compatible.
struct SharedShapes {
  ShapeTable table;
  ShapeMemo memo;
};

// What is statically known of the outputs of one graph: shapes, constant values, partly known
// integer vectors, and what handles refer to. Shapes are set by whoever infers them; values are
// found when asked for. Thread-compatible.
//
// Example:
//   ShapeFacts facts(graph_data, &budget);
//   facts.ShapeOf({node, 0})      // [2,?], or unknown rank
//   facts.ValueOf({node, 0})      // the tensor of a constant; null if it is fed, too large, ...
//   facts.ElementsOf({node, 0})   // of an int vector: 2, ?, 7
class ShapeFacts final : public KnownFacts {
 public:
  // Of a graph whose shapes stand in it; Set is not to be called. Borrows both.
  ShapeFacts(const GraphData& graph, FoldBudget* budget);
  // The same, and Set writes into the graph.
  ShapeFacts(GraphData* graph, FoldBudget* budget);
  // Of a function's body when it is called with these arguments. Its shapes are kept here, by their
  // numbers in `shared`, which is borrowed too.
  ShapeFacts(const FunctionBody& body, const ArgFacts& args, SharedShapes* shared,
             FoldBudget* budget);
  ShapeFacts(const ShapeFacts&) = delete;
  ShapeFacts& operator=(const ShapeFacts&) = delete;

  const GraphData& graph() const override { return graph_; }

  const PartialTensorShape& ShapeOf(Endpoint output) const override;
  // REQUIRES: not made of a graph that is const.
  void SetShape(Endpoint output, const PartialTensorShape& shape);
  // The shapes by their numbers: equal ones have one number. 0: unknown rank.
  uint32_t ShapeNumberOf(Endpoint output) const;
  void SetShapeNumber(Endpoint output, uint32_t number);
  ShapeMemo& memo() { return shared_ == nullptr ? memo_ : shared_->memo; }

  const Tensor* ValueOf(Endpoint output) override { return folder_.ValueOf(output); }
  absl::optional<PartialValues::Elements> ElementsOf(Endpoint output) override {
    return values_.ElementsOf(output);
  }

  // Null if not known.
  const HandleDataList* HandlesOf(Endpoint output) const;
  void SetHandles(Endpoint output, HandleDataList handles);

  // What is known of the inputs of `node`, for functions that take them.
  // kShapes leaves all but shapes out: fewer sets of facts, so fewer bodies to infer.
  enum class Detail {
    kShapes,
    kAll,
  };
  std::vector<ArgFacts::Arg> FactsOfInputs(int node, Detail detail);
  // True of a node that stands for an argument of the body.
  bool is_argument(int node) const { return arguments_.contains(node); }

 private:
  bool Exists(Endpoint output) const;

  const GraphData& graph_;
  GraphData* writable_ = nullptr;
  SharedShapes* const shared_ = nullptr;  // null: shapes stand in the graph
  std::vector<uint32_t> own_shapes_;
  absl::flat_hash_map<int, int> arguments_;  // node to argument
  absl::node_hash_map<Endpoint, HandleDataList> handles_;
  ConstantFolder folder_;
  PartialValues values_;
  ShapeMemo memo_;  // of a graph
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_SHAPES_SHAPE_FACTS_H_
