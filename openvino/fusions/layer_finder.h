// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_FUSIONS_LAYER_FINDER_H_
#define OPENVINO_FUSIONS_LAYER_FINDER_H_

#include <cstddef>
#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "framework/graph/builder/value.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"
#include "openvino/ir_net.h"
#include "openvino/ir_weights.h"

namespace opgraft_internal {

// Gives the values of layers that were lowered.
using ValueOf = absl::FunctionRef<Value(const IrSource&)>;

// What the finders of groups of layers ask about a layer in front of another. Borrows the net and
// the weights. A value; thread-safe.
class LayerFinder {
 public:
  LayerFinder(const IrNet& net, const IrWeights* weights) : net_(net), weights_(weights) {}

  const IrNet& net() const { return net_; }
  const IrWeights& weights() const { return *weights_; }

  // The layer that the source is the first output of, if it is of this type, has so many inputs and
  // broadcasts them as NumPy does or not at all; else null.
  const IrLayer* At(const IrSource& source, absl::string_view type, size_t num_inputs) const;
  // True if the source is a constant of this one number, of at most `rank` dimensions.
  bool IsNumber(const IrSource& source, double number, int rank) const;
  // x, if the source is -x.
  absl::optional<IrSource> FindNegated(const IrSource& source, int rank) const;

 private:
  const IrNet& net_;
  const IrWeights* weights_;
};

bool IsSame(const IrSource& a, const IrSource& b);

// The operands of a layer stand in two orders: in place `i` and in the other one.
inline const IrSource& Operand(const IrLayer& layer, size_t i) { return layer.inputs[i]; }
inline const IrSource& OtherOperand(const IrLayer& layer, size_t i) { return layer.inputs[1 - i]; }

// The length of rows, which lie along the last dimension, if it is known; else -1.
int64_t RowLength(const PartialTensorShape& shape);

}  // namespace opgraft_internal

#endif  // OPENVINO_FUSIONS_LAYER_FINDER_H_
