// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_SHAPES_NODE_VALUE_CONTEXT_H_
#define FRAMEWORK_GRAPH_SHAPES_NODE_VALUE_CONTEXT_H_

#include <utility>
#include <vector>

#include "absl/types/optional.h"
#include "framework/graph/data/graph_data.h"
#include "framework/graph/shapes/known_facts.h"
#include "framework/op/value_inference.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A node of a graph as its op's value function sees it. This one knows shapes only; a class that
// knows values too derives from it. Borrows the facts. Thread-compatible.
//
// Example: what the value function of Shape gives for x: [2,?].
//
//   NodeValueContext context(&facts, node);
//   op.value_fn(&context);
//   context.output(0)   // 2, ?
class NodeValueContext : public ValueContext {
 public:
  NodeValueContext(const KnownFacts* facts, int node);

  const NodeAttrs& attrs() const override;
  int num_inputs() const override;
  int num_outputs() const override { return static_cast<int>(outputs_.size()); }
  const PartialTensorShape& input_shape(int i) const override;
  const PartialTensorShape& output_shape(int i) const override;
  absl::optional<Elements> input_elements(int) override { return absl::nullopt; }
  const Tensor* input_value(int) override { return nullptr; }
  void set_output(int i, Elements elements) override;

  // What was set; nothing if nothing was.
  const absl::optional<Elements>& output(int i) const { return outputs_[static_cast<size_t>(i)]; }

 protected:
  // No endpoint if there is no such input.
  Endpoint InputAt(int i) const;

 private:
  const KnownFacts* facts_;
  const int node_;
  std::vector<absl::optional<Elements>> outputs_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_SHAPES_NODE_VALUE_CONTEXT_H_
