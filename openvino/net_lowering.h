// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_NET_LOWERING_H_
#define OPENVINO_NET_LOWERING_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "framework/graph/builder/graph_draft.h"
#include "framework/graph/data/import_limits.h"
#include "framework/graph/data/problem_list.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/types/internal_namespace.h"
#include "openvino/fusions/cache_layers.h"
#include "openvino/fusions/compressed_layers.h"
#include "openvino/fusions/decoder_layers.h"
#include "openvino/fusions/variable_uses.h"
#include "openvino/ir_net.h"
#include "openvino/ir_weights.h"
#include "openvino/layer_lowering.h"

namespace opgraft_internal {

// What all nets of a document share while they are lowered. Borrows.
struct IrDocument {
  const IrWeights* weights;
  ImportLimits limits;
  std::shared_ptr<const KernelRegistry> registry;
  ProblemList* problems;
  int64_t num_layers = 0;       // read so far
  int depth = 0;                // of the body that is being lowered
  bool fuses = true;            // layers that belong together become one node
  VariableUses variables = {};  // for those of caches
  // Nodes may be there that nobody needs, of layers that became one with others.
  bool has_leftovers = false;
};

// A Parameter or Result of a net, and its value in the draft.
struct NetPort {
  int layer = 0;  // index in the net
  Value value;
};

// Makes nodes of a draft of the layers of one net. Those of the document's own net, of a body that
// becomes a function, and of a body that is put in the place of its layer are made alike; they
// differ in what their Parameters are. Problems go to the document's list, those of nodes to the
// draft. Not for several threads.
class NetLowering {
 public:
  // `prefix` begins all names. Borrows all of them.
  NetLowering(const IrNet& net, std::string prefix, IrDocument* document, GraphDraft* draft);
  ~NetLowering();

  // Says what a Parameter, by its index in the net, is; others become Placeholders.
  void SetParameter(int layer, Value value) { given_[layer] = value; }
  void Lower();
  // A name for a node of the layer: that of the layer, as a node may be called, with a number
  // behind it where another has it.
  std::string FreeName(const IrLayer& layer);

  // In the order of the file.
  const std::vector<NetPort>& parameters() const { return parameters_; }
  const std::vector<NetPort>& results() const { return results_; }
  // The value that the Result of this index returns; a failed one if there is none.
  Value ResultOf(int layer) const;
  // The constant that it returns; null if it is none.
  const Tensor* ConstantOf(int layer) const;

  const IrNet& net() const { return net_; }
  IrDocument& document() { return *document_; }
  GraphDraft& draft() { return *draft_; }

 private:
  void LowerLayer(int index);
  // Null if it is none, or layers stay as they are.
  const CompressedLayer* FindCompressed(int index) const;
  absl::Status MakeNodes(LayerLowering* layer, int index, const CompressedLayer* compressed);
  absl::Status Dispatch(LayerLowering* layer, int index);
  absl::Status LowerParameter(LayerLowering* layer, int index);
  absl::Status LowerConstant(LayerLowering* layer, int index);
  absl::Status LowerToOwnOp(LayerLowering* layer);
  LayerValue ValueOf(const IrSource& source) const;
  void TakeOutputs(const LayerLowering& lowered, std::vector<Value>* outputs);
  void Note(const LayerLowering& lowered, const std::vector<Value>& outputs);

  const IrNet& net_;
  const std::string prefix_;
  IrDocument* const document_;
  GraphDraft* const draft_;
  const absl::optional<CompressedLayers> compressed_;  // none: layers stay as they are
  absl::optional<CacheLayers> caches_;
  absl::optional<DecoderLayers> decoder_;
  absl::flat_hash_map<int, Value> given_;
  std::vector<std::vector<Value>> outputs_;  // by layer
  struct ConstantLayer {
    Tensor value;
    ElementType type;
  };
  absl::flat_hash_map<int, std::unique_ptr<ConstantLayer>> constants_;  // by layer
  std::vector<NetPort> parameters_;
  std::vector<NetPort> results_;
};

// If, Loop and TensorIterator: layers with bodies. Errors are of the layer itself.
bool HasBodies(const IrLayer& layer);
absl::Status LowerWithBodies(LayerLowering* layer, NetLowering* net);

}  // namespace opgraft_internal

#endif  // OPENVINO_NET_LOWERING_H_
