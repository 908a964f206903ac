// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_FUSIONS_CACHE_LAYERS_H_
#define OPENVINO_FUSIONS_CACHE_LAYERS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "framework/graph/builder/value.h"
#include "framework/tensor/tensor.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"
#include "openvino/fusions/ir_constants.h"
#include "openvino/fusions/variable_uses.h"
#include "openvino/ir_net.h"
#include "openvino/ir_weights.h"
#include "openvino/layer_lowering.h"

namespace opgraft_internal {

// The layers of a net that keep a cache, as language models have one for keys and one for values:
//
//   ReadValue - (Gather by beam_idx) - Concat with new rows - Assign
//
// or a window over the last rows, as streaming models have it, cut behind the Concat or before it:
//
//   ReadValue - Concat with new rows - Slice (StridedSlice, Split, VariadicSplit) - Assign
//
// They become nodes that pass the cache on as it lies in memory, with room to grow: appending costs
// the new rows, whatever the cache's length, and forgetting the first ones costs nothing
// (framework/tensor/growing_tensor.h). Some layers read it there (cache_readers.h). All others get
// a plain tensor, by a node of the layer's own name (OpenVINO>FromCache) that copies a
// non-contiguous value. Layers that are unneeded afterwards are removed by WithoutUnneeded. Borrows
// the net and the weights. Not for several threads.
class CacheLayers {
 public:
  using ValueOf = absl::FunctionRef<Value(const IrSource&)>;

  CacheLayers(const IrNet& net, const IrWeights* weights, const VariableUses& uses);

  // A variable that is one, by its layers.
  struct Cache {
    std::string id;
    DataType type;
    PartialTensorShape shape;
    int axis = 0;
    int read;
    // The Gather by beam_idx; -1: none.
    int pick = -1;
    // What removes old rows before new ones are added; -1: none.
    int cut_past = -1;
    // The Concat.
    int append = -1;
    // What removes old rows afterwards; -1: none.
    int cut_joined = -1;
    int assign;
  };
  // The value of a layer that passes one on.
  struct CacheValue {
    Value value;
    const Cache* cache;
    PartialTensorShape shape;
    int port = 0;  // of the layer
  };

  bool empty() const { return caches_.empty(); }
  // Makes the nodes of the layer of this index; false, and none, if it does not use a cache, or in
  // a way that a cache cannot support. `value_of` gives the values of layers that were lowered.
  absl::StatusOr<bool> Lower(int index, ValueOf value_of, LayerLowering* lowering);

  // The cache that the source is; null if it is none.
  const CacheValue* Find(const IrSource& source) const;
  // Notes the cache that the layer passes on, and makes the node of its name that copies it.
  void Pass(int layer, const CacheValue& passed, LayerLowering* lowering);
  // Of a layer outside of the chain that takes rows of a cache by constants: they are a cache
  // again. False: it is no such layer.
  bool LowerRows(int index, LayerLowering* lowering);
  // The same of one that takes parts along dimension 0. REQUIRES: IsGatherOfParts.
  bool LowerParts(int index, const CacheValue& from, LayerLowering* lowering);

 private:
  const IrLayer& At(int layer) const { return net_.layers[static_cast<size_t>(layer)]; }
  void Match(int read, int assign);
  bool MatchChain(Cache* cache) const;
  // The layer that the chain of a cache goes through here, cutting rows; `*source` goes on to what
  // it cuts. -1: none.
  int MatchCut(IrSource* source) const;
  // Whether a window is worth it to be kept as a cache.
  static bool PaysOff(const Cache& window);
  // What the attributes of a ReadValue say; false if they leave it open.
  static bool ReadVariable(const IrLayer& layer, Cache* cache);

  static absl::StatusOr<Tensor> Zeros(const Cache& cache);
  absl::StatusOr<bool> LowerRead(const Cache& cache, LayerLowering* lowering);
  bool LowerPick(const Cache& cache, LayerLowering* lowering);
  absl::StatusOr<bool> LowerAppend(const Cache& cache, ValueOf value_of, LayerLowering* lowering);
  bool LowerCut(const Cache& cache, int cut, LayerLowering* lowering);
  bool TakeRows(const CacheValue& from, int cut, bool is_last, LayerLowering* lowering);
  absl::StatusOr<bool> LowerAssign(const Cache& cache, ValueOf value_of, LayerLowering* lowering);
  // The source as a cache: itself, or a plain tensor converted to one.
  Value CacheOf(const Cache& cache, const IrSource& source, ValueOf value_of,
                LayerLowering* lowering) const;
  const IrLayer* LayerOf(const IrSource& source, absl::string_view type) const {
    return opgraft_internal::LayerOf(net_, source, type);
  }

  const IrNet& net_;
  const IrWeights* weights_;
  absl::flat_hash_map<int, std::vector<Cache>::size_type> by_layer_;
  std::vector<Cache> caches_;
  absl::flat_hash_map<int, CacheValue> values_;  // by layer
};

}  // namespace opgraft_internal

#endif  // OPENVINO_FUSIONS_CACHE_LAYERS_H_
