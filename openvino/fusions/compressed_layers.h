// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_FUSIONS_COMPRESSED_LAYERS_H_
#define OPENVINO_FUSIONS_COMPRESSED_LAYERS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "framework/types/internal_namespace.h"
#include "openvino/fusions/weight_chain.h"
#include "openvino/ir_net.h"
#include "openvino/ir_weights.h"
#include "openvino/layer_lowering.h"

namespace opgraft_internal {

// A MatMul or Gather and where its weights lie, by the indices of constant layers.
struct CompressedLayer {
  // The input that is not weights: the other operand of MatMul, the indices of Gather.
  int operand = 0;
  int weights = -1;
  // -1: the scale is 1.
  int scale = -1;
  // -1: the zero point is 0.
  int zero = -1;
  // As the file has them ("u4"), and what they are decompressed to ("f32").
  std::string weight_type;
  std::string type;
  // The weights are [rows, columns]; `group` columns share a scale and a zero point.
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t group = 0;
};

// The layers of a net whose weights OpenVINO keeps compressed, and decompresses on their way:
//
//   Const u8 [n, g, k] - Convert - Subtract(zero) - Multiply(scale) - Reshape [n, g * k] - Convert
//
// as the second operand of MatMul with transpose_b, or as what Gather takes rows of. Subtract,
// Multiply, Reshape and the last Convert may be absent; zero and scale are constants (and Converts
// of constants) of one number or of one a row or group. Such a layer becomes one node that takes
// the weights as they lie (OpenVINO>CompressedMatMul, OpenVINO>CompressedGather); layers that
// only such layers need have no nodes. Borrows the net and the weights.
class CompressedLayers {
 public:
  CompressedLayers(const IrNet& net, const IrWeights* weights);

  // The layer of this index; null if it has no compressed weights.
  const CompressedLayer* Find(int layer) const;
  // True of layers that nothing but such layers needs.
  bool IsDead(int layer) const { return dead_[static_cast<size_t>(layer)]; }
  // Makes the node of one. `lowering` has its operand as the only input. RESOURCE_EXHAUSTED and the
  // errors of the weights file.
  absl::Status Lower(const CompressedLayer& layer, LayerLowering* lowering) const;

 private:
  void Match(int index);
  bool ReadChain(const WeightChain& chain, CompressedLayer* layer) const;
  void MarkDead();
  absl::StatusOr<Tensor> Weights(const CompressedLayer& layer) const;
  // A constant of the net as [rows, groups], each number in the type of which the op takes it.
  absl::StatusOr<Tensor> Numbers(const CompressedLayer& layer, int constant) const;

  const IrNet& net_;
  const IrWeights* weights_;
  absl::flat_hash_map<int, CompressedLayer> found_;
  absl::flat_hash_set<int> in_chains_;  // the layers of all weights
  std::vector<bool> dead_;
};

}  // namespace opgraft_internal

#endif  // OPENVINO_FUSIONS_COMPRESSED_LAYERS_H_
