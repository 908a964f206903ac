// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/shapes/node_values.h"

namespace opgraft_internal {

NodeValues::NodeValues(const KnownFacts* facts, int node)
    : facts_(facts), node_(node), outputs_(static_cast<size_t>(facts->graph().NumOutputs(node))) {}

const NodeAttrs& NodeValues::attrs() const { return facts_->graph().node(node_).attrs; }

int NodeValues::num_inputs() const {
  return static_cast<int>(facts_->graph().node(node_).inputs.size);
}

Endpoint NodeValues::InputAt(int i) const {
  return i >= 0 && i < num_inputs() ? facts_->graph().InputsOf(node_)[static_cast<size_t>(i)]
                                    : Endpoint();
}

const PartialTensorShape& NodeValues::input_shape(int i) const {
  return facts_->ShapeOf(InputAt(i));
}

const PartialTensorShape& NodeValues::output_shape(int i) const {
  return facts_->ShapeOf({node_, i});
}

void NodeValues::set_output(int i, Elements elements) {
  if (i < 0 || i >= num_outputs() || elements.size() > kMaxElements) return;
  outputs_[static_cast<size_t>(i)] = std::move(elements);
}

}  // namespace opgraft_internal
