// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_SHAPES_KNOWN_FACTS_H_
#define FRAMEWORK_GRAPH_SHAPES_KNOWN_FACTS_H_

#include "absl/types/optional.h"
#include "framework/graph/data/graph_data.h"
#include "framework/op/value_inference.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"

namespace opgraft_internal {

// What those that find values (ConstantFolder, PartialValues) may ask about the outputs of a graph.
// ShapeFacts answers, and holds them: so these do not know it. Thread-compatible, as ValueOf may
// run kernels.
class KnownFacts {
 public:
  virtual ~KnownFacts() = default;
  virtual const GraphData& graph() const = 0;
  // Unknown rank if not known, or if the endpoint does not exist yet.
  virtual const PartialTensorShape& ShapeOf(Endpoint output) const = 0;
  // The value of an output, or null. Good as long as this.
  virtual const Tensor* ValueOf(Endpoint output) = 0;
  // The elements of a few integers as far as they are known (value_inference.h); nothing if nothing
  // is.
  virtual absl::optional<ValueContext::Elements> ElementsOf(Endpoint output) = 0;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_SHAPES_KNOWN_FACTS_H_
