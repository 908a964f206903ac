// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_SHAPES_PARTIAL_VALUES_H_
#define FRAMEWORK_GRAPH_SHAPES_PARTIAL_VALUES_H_

#include "absl/container/flat_hash_map.h"
#include "absl/types/optional.h"
#include "framework/graph/data/endpoint.h"
#include "framework/graph/shapes/known_facts.h"
#include "framework/op/value_inference.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Finds the elements of integer scalars and vectors that are computed from shapes, as far as they
// are known, by the value functions of their ops (value_inference.h). An element is an interval; a
// negative number counts as unknown, as in a shape. Thread-compatible.
//
// Example: for x: [2, ?] the elements of Concat(Shape(x), [7]) are [2, ?, 7]. The ConstantFolder
// knows nothing of it, since one element is unknown.
class PartialValues {
 public:
  using Elements = ValueContext::Elements;

  // Borrows `facts`.
  explicit PartialValues(KnownFacts* facts) : facts_(facts) {}

  // Nothing if not even the number of elements is known, or they are no integers. Of a matrix only
  // what a vector was made into.
  absl::optional<Elements> ElementsOf(Endpoint output);
  void Set(Endpoint output, Elements elements) { known_[output] = std::move(elements); }

 private:
  using MaybeElements = absl::optional<Elements>;

  MaybeElements Find(Endpoint output);
  MaybeElements FromOp(Endpoint output);
  // As many unknown elements as the output has by its shape.
  MaybeElements Unknown(Endpoint output) const;

  KnownFacts* facts_;
  int depth_ = 0;
  absl::flat_hash_map<Endpoint, MaybeElements> known_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_SHAPES_PARTIAL_VALUES_H_
