// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/fusions/weight_chain.h"

#include "openvino/fusions/ir_constants.h"

namespace opgraft_internal {

namespace {

// Goes up a chain, layer by layer.
class Climber {
 public:
  Climber(const IrNet& net, int at, WeightChain* chain) : net_(net), at_(at), chain_(chain) {}

  bool IsAt(absl::string_view type) const { return at_ >= 0 && Layer().Is(type); }
  // Notes the layer and goes to what its first input comes from. False if it is of another type or
  // has not this number of inputs.
  bool Pass(absl::string_view type, size_t num_inputs) {
    if (!IsAt(type) || Layer().inputs.size() != num_inputs) return false;
    chain_->layers.push_back(at_);
    at_ = Layer().inputs[0].layer;
    return true;
  }
  // The same of a Convert, to a type that products of compressed weights have.
  bool PassConvert() {
    if (!IsAt("Convert")) return false;
    const absl::string_view to = IrAttr(Layer(), "destination_type");
    if ((to != "f32" && to != "f16" && to != "bf16") || !Pass("Convert", 1)) return false;
    if (chain_->type.empty()) chain_->type = to;
    return true;
  }
  // The constant that the second input of the current layer is, through a Convert; -1: none.
  int ConstantBeside() const {
    if (at_ < 0 || Layer().inputs.size() != 2) return -1;
    Climber side(net_, Layer().inputs[1].layer, chain_);
    side.Pass("Convert", 1);
    return side.End();
  }
  // The constant that the climber is at, noted; -1: it is at none.
  int End() const {
    if (!IsAt("Constant")) return -1;
    chain_->layers.push_back(at_);
    return at_;
  }

 private:
  const IrLayer& Layer() const { return net_.layers[static_cast<size_t>(at_)]; }

  const IrNet& net_;
  int at_;
  WeightChain* const chain_;
};

}  // namespace

absl::optional<WeightChain> FindWeightChain(const IrNet& net, int last) {
  WeightChain chain;
  Climber climber(net, last, &chain);
  const bool converted = climber.PassConvert();
  if (climber.IsAt("Reshape")) {
    chain.shape = climber.ConstantBeside();
    if (chain.shape < 0 || !climber.Pass("Reshape", 2)) return absl::nullopt;
  }
  if (climber.IsAt("Multiply")) {
    chain.scale = climber.ConstantBeside();
    if (chain.scale < 0 || !climber.Pass("Multiply", 2)) return absl::nullopt;
    if (climber.IsAt("Subtract")) {
      chain.zero = climber.ConstantBeside();
      if (chain.zero < 0 || !climber.Pass("Subtract", 2)) return absl::nullopt;
    }
    if (!climber.PassConvert()) return absl::nullopt;
  } else if (!converted || chain.shape >= 0) {
    return absl::nullopt;
  }
  chain.weights = climber.End();
  if (chain.weights < 0) return absl::nullopt;
  return chain;
}

}  // namespace opgraft_internal
