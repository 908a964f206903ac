// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_FUSIONS_WEIGHT_CHAIN_H_
#define OPENVINO_FUSIONS_WEIGHT_CHAIN_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "framework/types/internal_namespace.h"
#include "openvino/ir_net.h"

namespace opgraft_internal {

// The layers that decompress weights, by their indices in a net; -1 where there is no such layer:
//
//   weights - Convert - Subtract(zero) - Multiply(scale) - Reshape(shape) - Convert(type)
//
// (compressed_layers.h says which may be absent.) Plain data.
struct WeightChain {
  // Constants.
  int weights = -1;
  int zero = -1;
  int scale = -1;
  int shape = -1;
  // What they are converted to in the end: "f32", "f16" or "bf16".
  absl::string_view type;
  // All of the chain, the constants included.
  std::vector<int> layers;
};

// The chain that ends in layer `last`; nothing if no chain ends there.
absl::optional<WeightChain> FindWeightChain(const IrNet& net, int last);

}  // namespace opgraft_internal

#endif  // OPENVINO_FUSIONS_WEIGHT_CHAIN_H_
