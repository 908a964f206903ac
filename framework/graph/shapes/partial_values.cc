// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/shapes/partial_values.h"

#include <utility>

#include "framework/graph/data/graph_data.h"
#include "framework/graph/shapes/node_value_context.h"

namespace opgraft_internal {
namespace {

// Values that shape functions look at are computed in a few steps.
constexpr int kMaxDepth = 64;

bool IsShapeInteger(DataType dtype) { return dtype == DT_INT32 || dtype == DT_INT64; }

// A node whose inputs' values are those that are known.
class KnownNodeValues : public NodeValueContext {
 public:
  KnownNodeValues(KnownFacts* facts, int node, PartialValues* values)
      : NodeValueContext(facts, node), facts_(facts), values_(values) {}
  absl::optional<Elements> input_elements(int i) override {
    return values_->ElementsOf(InputAt(i));
  }
  const Tensor* input_value(int i) override { return facts_->ValueOf(InputAt(i)); }

 private:
  KnownFacts* facts_;
  PartialValues* values_;
};

}  // namespace

absl::optional<PartialValues::Elements> PartialValues::ElementsOf(Endpoint output) {
  auto found = known_.find(output);
  if (found != known_.end()) return found->second;
  if (output.node < 0 || depth_ == kMaxDepth ||
      !IsShapeInteger(facts_->graph().OutputType(output))) {
    return absl::nullopt;
  }
  ++depth_;
  MaybeElements elements = Find(output);
  --depth_;
  known_[output] = elements;
  return elements;
}

PartialValues::MaybeElements PartialValues::Find(Endpoint output) {
  if (const auto numbers = ShortIntegers(facts_->ValueOf(output))) {
    Elements elements;
    for (int64_t number : *numbers) elements.emplace_back(number);
    return elements;
  }
  // Looking for the value may have found them.
  if (const auto found = known_.find(output); found != known_.end()) return found->second;
  MaybeElements elements = FromOp(output);
  return elements ? elements : Unknown(output);
}

// All outputs whose elements the op gives are known then: Unpack has many.
PartialValues::MaybeElements PartialValues::FromOp(Endpoint output) {
  const OpValueFn& value_fn = facts_->graph().node(output.node).op->value_fn;
  if (value_fn == nullptr) return absl::nullopt;
  KnownNodeValues values(facts_, output.node, this);
  value_fn(&values);
  for (int i = 0; i < values.num_outputs(); ++i) {
    const Endpoint other{output.node, i};
    if (values.output(i) && IsShapeInteger(facts_->graph().OutputType(other)))
      known_.emplace(other, values.output(i));
  }
  return values.output(output.port);
}

PartialValues::MaybeElements PartialValues::Unknown(Endpoint output) const {
  const PartialTensorShape& shape = facts_->ShapeOf(output);
  const int64_t count = shape.num_elements();
  if (shape.dims() > 1 || count < 0 || count > ValueContext::kMaxElements) return absl::nullopt;
  return Elements(static_cast<size_t>(count));
}

}  // namespace opgraft_internal
