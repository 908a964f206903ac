// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/shapes/node_value_context.h"

namespace opgraft_internal {

NodeValueContext::NodeValueContext(const KnownFacts* facts, int node)
    : facts_(facts), node_(node), outputs_(static_cast<size_t>(facts->graph().NumOutputs(node))) {}

const NodeAttrs& NodeValueContext::attrs() const { return facts_->graph().node(node_).attrs; }

int NodeValueContext::num_inputs() const {
  return static_cast<int>(facts_->graph().node(node_).inputs.size);
}

Endpoint NodeValueContext::InputAt(int i) const {
  return i >= 0 && i < num_inputs() ? facts_->graph().InputsOf(node_)[static_cast<size_t>(i)]
                                    : Endpoint();
}

const PartialTensorShape& NodeValueContext::input_shape(int i) const {
  return facts_->ShapeOf(InputAt(i));
}

const PartialTensorShape& NodeValueContext::output_shape(int i) const {
  return facts_->ShapeOf({node_, i});
}

void NodeValueContext::set_output(int i, Elements elements) {
  if (i < 0 || i >= num_outputs() || elements.size() > kMaxElements) return;
  outputs_[static_cast<size_t>(i)] = std::move(elements);
}

}  // namespace opgraft_internal
