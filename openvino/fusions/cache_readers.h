// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_FUSIONS_CACHE_READERS_H_
#define OPENVINO_FUSIONS_CACHE_READERS_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "framework/graph/builder/value.h"
#include "framework/types/internal_namespace.h"
#include "openvino/fusions/cache_layers.h"
#include "openvino/ir_net.h"
#include "openvino/ir_weights.h"
#include "openvino/layer_lowering.h"

namespace opgraft_internal {

// The layers that read a cache where it lies in memory, with the room between its rows:
// ScaledDotProductAttention and MatMul, also through the layers that give each head to several
// queries' heads,
//
//   Concat - Unsqueeze - Broadcast - Reshape - ScaledDotProductAttention
//
// and, for MatMul, through a Transpose; ShapeOf; Slice and StridedSlice, Gather and Concat, which
// copy what they take. Rows that are taken by constants, and parts of dimension 0, are caches
// again. Borrows all that it is given. Not for several threads.
class CacheReaders {
 public:
  using ValueOf = CacheLayers::ValueOf;
  // Lowers a layer whose inputs are plain tensors.
  using LowerPlain = absl::FunctionRef<absl::Status(LayerLowering*)>;

  CacheReaders(const IrNet& net, const IrWeights* weights, CacheLayers* caches)
      : net_(net), weights_(*weights), caches_(caches) {}

  // Makes the nodes of the layer of this index; false, and none, if it reads no cache where it
  // lies. `value_of` gives the values of layers that were lowered.
  absl::StatusOr<bool> Lower(int index, ValueOf value_of, LowerPlain lower_plain,
                             LayerLowering* lowering);

 private:
  using CacheValue = CacheLayers::CacheValue;
  // What an attention or a product takes from a cache, perhaps through a sharing of heads.
  struct Operand {
    CacheValue cache;
    // The target shape of the Broadcast that shares the heads; empty if there is no sharing.
    absl::optional<IrSource> target;
    int64_t heads = 0;
    bool is_bidirectional = false;
  };
  // What a product takes from one.
  struct Factor {
    Operand operand;
    bool is_turned = false;      // its matrices are transposed
    std::vector<int64_t> order;  // of its dimensions, if that is more than that
  };
  // The node that a layer becomes, but for its shape.
  struct Node {
    const char* op;
    std::vector<Input> inputs;
    LayerLowering::Attrs attrs;
  };

  const IrLayer& At(int layer) const { return net_.layers[static_cast<size_t>(layer)]; }
  const IrLayer* LayerOf(const IrSource& source, absl::string_view type) const {
    return opgraft_internal::LayerOf(net_, source, type);
  }
  absl::optional<std::vector<int64_t>> IntsOf(const IrLayer& layer, size_t input) const {
    return ConstantIntegers(net_, weights_, layer.inputs[input].layer);
  }

  static absl::StatusOr<bool> LowerShapeOf(const CacheValue& cache, LayerLowering* lowering);
  absl::StatusOr<bool> LowerAttention(const IrLayer& layer, ValueOf value_of,
                                      LayerLowering* lowering) const;
  // A part that is a cache again; false: it is not.
  bool LowerPart(int index, LayerLowering* lowering);
  absl::StatusOr<absl::optional<Node>> FindNode(const IrLayer& layer, ValueOf value_of,
                                                const LayerLowering& lowering) const;
  absl::optional<Node> FindMatMul(const IrLayer& layer, ValueOf value_of,
                                  const LayerLowering& lowering) const;
  absl::optional<Node> FindGather(const IrLayer& layer, const LayerLowering& lowering) const;
  absl::optional<Node> FindConcat(const IrLayer& layer, const LayerLowering& lowering) const;
  absl::StatusOr<absl::optional<Node>> FindSlice(const IrLayer& layer,
                                                 const LayerLowering& lowering) const;

  static absl::Status MakeNode(Node node, LowerPlain lower_plain, LayerLowering* lowering);
  static absl::Status AddMasks(const LayerLowering& lowering, Node* node);
  // Whether an attention of this type can take both.
  static bool GoTogether(const Operand& key, const Operand& value, DataType type);
  // The targets of those that have one.
  static absl::optional<std::vector<Value>> TargetsOf(
      std::initializer_list<const Operand*> operands, ValueOf value_of,
      const LayerLowering& lowering);
  static bool IsMultiplied(const Factor& factor, const LayerLowering& lowering);
  absl::optional<Factor> FindFactor(const IrSource& source) const;
  absl::optional<Operand> FindOperand(const IrSource& source) const;
  absl::optional<Operand> FindAttended(const IrSource& source) const;
  absl::optional<Operand> FindSharing(const IrLayer& reshape) const;
  // The order in which a Transpose puts the dimensions of its input, of this rank.
  absl::optional<std::vector<int64_t>> OrderOf(const IrLayer& transpose, int rank) const;

  const IrNet& net_;
  const IrWeights& weights_;
  CacheLayers* const caches_;
};

}  // namespace opgraft_internal

#endif  // OPENVINO_FUSIONS_CACHE_READERS_H_
