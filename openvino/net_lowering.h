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
#include "framework/graph/data/problem_list.h"
#include "framework/graph/io/import_options.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/types/internal_namespace.h"
#include "openvino/fusions/cache_layers.h"
#include "openvino/fusions/cache_readers.h"
#include "openvino/fusions/compressed_layers.h"
#include "openvino/fusions/decoder_layers.h"
#include "openvino/fusions/variable_uses.h"
#include "openvino/fusions/wide_weights.h"
#include "openvino/ir_net.h"
#include "openvino/ir_weights.h"
#include "openvino/layer_lowering.h"
#include "openvino/pre_process.h"

namespace opgraft_internal {

// What the net of a document and the nets of all its bodies share while they are lowered. Borrows
// `weights` and `problems`.
struct IrDocument {
  const IrWeights* weights;
  const ImportOptions& import;
  std::shared_ptr<const KernelRegistry> registry;
  ProblemList* problems;
  // Layers read so far, for ImportLimits and for the order of problems.
  int64_t num_layers = 0;
  // How many bodies are around the net that is being lowered.
  int depth = 0;
  // IrUse::kRun: groups of layers that belong together become one node (openvino/fusions).
  bool fuses = true;
  // Which variables have one ReadValue and one Assign, so that they can be caches.
  VariableUses variables = {};
  // The document's <pre-process>; empty once its input has been lowered.
  absl::optional<PreProcess> pre_process = {};
  // True if layers were fused: nodes of the single layers may be left that nothing needs.
  bool has_leftovers = false;
};

// Reads a net of the document (ReadIrNet) and gives its layers' types the spelling of OpenVINO's
// opsets: a file may have them in any letter case.
IrNet ReadNet(pugi::xml_node element, int version, IrDocument* document);

// A Parameter or Result of a net, and its value in the draft.
struct NetPort {
  int layer = 0;  // index in the net
  Value value;
};

// Makes nodes of a draft of the layers of one net: of the document's own, of a body that becomes a
// function, or of a body that replaces its layer. They differ only in what their Parameters are.
//
// Layers are taken in the net's order, inputs first. Each becomes, by the first rule that fits:
//
//   the node of a fused group              compressed weights, caches, parts of a decoder layer
//   an argument or Placeholder, a Const    Parameter, Constant
//   If, Loop, or the nodes of a body       If, Loop, TensorIterator
//   what its row says                      lowering/lowering_table.h
//   the op `OpenVINO>TYPE`                 all other types of the opsets
//   the op TYPE                            a layer of no opset, by an op library
//
// A layer with a wrong input is passed over, so that one mistake is reported once. Problems of
// layers go to the document's list, those of nodes to the draft. Borrows all arguments. Not for
// several threads.
class NetLowering {
 public:
  // `prefix` begins the names of all nodes.
  NetLowering(const IrNet& net, std::string prefix, IrDocument* document, GraphDraft* draft);
  ~NetLowering();

  // Says what a Parameter, by its index in the net, is; others become Placeholders.
  void SetParameter(int layer, Value value) { given_[layer] = value; }
  // Makes the nodes. To be called once, after all SetParameter.
  void Lower();
  // A name for a node of the layer: that of the layer, as a node may be called, with a number
  // behind it where another has it.
  std::string FreeName(const IrLayer& layer);

  // In the order of the file.
  const std::vector<NetPort>& parameters() const { return parameters_; }
  const std::vector<NetPort>& results() const { return results_; }
  // The value that the Result of this index returns; a failed one if there is none.
  Value ResultOf(int layer) const;
  // The constant that it returns; null if its value is not a constant.
  const Tensor* ConstantOf(int layer) const;

  const IrNet& net() const { return net_; }
  IrDocument& document() { return *document_; }
  GraphDraft& draft() { return *draft_; }

 private:
  // Tells how many layers of the document's own net have been lowered. False if the load is to end,
  // which is in the list of problems then.
  bool TellDone(size_t layers) const;
  void LowerLayer(int index);
  // Null if the layer has no compressed weights, or layers stay as they are.
  const CompressedLayer* FindCompressed(int index) const;
  absl::Status MakeNodes(LayerLowering* layer, int index, const CompressedLayer* compressed);
  absl::Status Dispatch(LayerLowering* layer, int index);
  absl::Status LowerParameter(LayerLowering* layer, int index);
  // The net is that of a model of version 10, which takes no inputs of 16 bits and gives outputs of
  // two types only, as OpenVINO does with such a file.
  bool IsOldModel() const;
  // What a Result gives of its input.
  Value AsServed(const IrLayer& result, const LayerValue& value);
  // The document's <pre-process> is of this Parameter.
  bool IsPreProcessed(const IrLayer& layer, const PartialTensorShape& shape) const;
  absl::Status LowerConstant(LayerLowering* layer, int index);
  absl::Status LowerToOwnOp(LayerLowering* layer);
  LayerValue ValueOf(const IrSource& source) const;
  // The same, but of a CumSum of truth values the counts, as a Convert takes them: OpenVINO's CPU
  // sums the bytes that it keeps them in.
  LayerValue CountsOf(const IrSource& source) const;
  void TakeOutputs(const LayerLowering& lowered, std::vector<Value>* outputs);
  void Note(const LayerLowering& lowered, const std::vector<Value>& outputs);

  const IrNet& net_;
  const std::string prefix_;
  IrDocument* const document_;
  GraphDraft* const draft_;
  const absl::optional<CompressedLayers> compressed_;  // none: layers stay as they are
  absl::optional<WideWeights> wide_weights_;
  absl::optional<CacheLayers> caches_;
  absl::optional<CacheReaders> cache_readers_;
  absl::optional<DecoderLayers> decoder_;
  absl::flat_hash_map<int, Value> given_;
  std::vector<std::vector<Value>> outputs_;  // by layer
  absl::flat_hash_map<int, Value> counts_;   // by layer, of CumSums of truth values
  struct ConstantLayer {
    Tensor value;
    ElementType type;
  };
  absl::flat_hash_map<int, std::unique_ptr<ConstantLayer>> constants_;  // by layer
  std::vector<NetPort> parameters_;
  std::vector<NetPort> results_;
};

// True of If, Loop and TensorIterator: layers with bodies.
bool HasBodies(const IrLayer& layer);
// Lowers such a layer (lower_bodies.h). The status is an error of the layer itself; what is wrong
// with layers of its bodies goes to the document's list.
absl::Status LowerWithBodies(LayerLowering* layer, NetLowering* net);

}  // namespace opgraft_internal

#endif  // OPENVINO_NET_LOWERING_H_
