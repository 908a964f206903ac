// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_SHAPES_CONSTANT_FOLDER_H_
#define FRAMEWORK_GRAPH_SHAPES_CONSTANT_FOLDER_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/optional.h"
#include "framework/graph/data/endpoint.h"
#include "framework/graph/shapes/known_facts.h"
#include "framework/op/value_inference.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// How much folding may still be done for one graph and all function bodies entered from it.
struct FoldBudget {
  int64_t bytes = int64_t{64} << 20;
};

// Finds the values of a graph's outputs that do not depend on what is fed, by running the kernels
// of small stateless nodes whose inputs are constants. Made for shapes: tensors of more than 64 KiB
// are not looked at, nor are nodes whose output shapes are unknown. Each node is tried once. A
// placeholder with a default is not a constant. Thread-compatible.
//
// Example: in Reshape(x, Pack(2, Shape(y)[0])) with y: [3], ValueOf(Pack) is [2, 3], though y is
// fed. A kernel that fails leaves its value unknown: folding is no
// error.
class ConstantFolder {
 public:
  static constexpr size_t kMaxTensorBytes = 64 << 10;

  // Borrows both.
  ConstantFolder(KnownFacts* facts, FoldBudget* budget) : facts_(facts), budget_(budget) {}

  // Null if the value is not known. Good as long as the folder.
  const Tensor* ValueOf(Endpoint output);
  // Says what an output is, e.g. the argument of a function.
  void Set(Endpoint output, Tensor value);

 private:
  enum class State { kWaiting, kDone };

  bool MayFold(int node) const;
  bool AllOutputsSmall(int node) const;
  // Puts what `node` needs and was not tried yet on `pending`.
  void AddInputs(int node, std::vector<int>* pending) const;
  void Fold(int node);
  void FoldConst(int node);
  // True if all outputs are stored.
  bool FoldFromShapes(int node);
  bool StoreSizes(Endpoint output, const absl::optional<ValueContext::Elements>& sizes);
  // False if the value of an input is not known.
  bool FoldByKernel(int node);
  void FoldFromElements(int node);
  void Store(Endpoint output, Tensor value);

  KnownFacts* facts_;
  FoldBudget* budget_;
  absl::flat_hash_map<int, State> states_;
  absl::flat_hash_map<Endpoint, std::unique_ptr<const Tensor>> values_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_SHAPES_CONSTANT_FOLDER_H_
