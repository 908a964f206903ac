// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/fusions/wide_weights.h"

#include <algorithm>
#include <string>

#include "absl/types/optional.h"
#include "framework/types/status_macros.h"
#include "openvino/fusions/ir_constants.h"
#include "openvino/fusions/weight_chain.h"

namespace opgraft_internal {
namespace {

std::vector<int> CountUses(const IrNet& net) {
  std::vector<int> uses(net.layers.size(), 0);
  for (const int index : net.order) {
    for (const IrSource& input : net.layers[static_cast<size_t>(index)].inputs) {
      if (input.layer >= 0) ++uses[static_cast<size_t>(input.layer)];
    }
  }
  return uses;
}

// The layers of a chain that make halves, between its constants and its last Convert; none if
// something else needs the halves of one. A Reshape gives what it is given.
std::vector<int> InnerLayers(const IrNet& net, const WeightChain& chain, int last,
                             const std::vector<int>& uses) {
  std::vector<int> inner;
  for (const int layer : chain.layers) {
    if (layer == last || net.layers[static_cast<size_t>(layer)].Is("Constant")) continue;
    if (uses[static_cast<size_t>(layer)] != 1) return {};
    if (!net.layers[static_cast<size_t>(layer)].Is("Reshape")) inner.push_back(layer);
  }
  return inner;
}

// True if a layer is a Constant, or made of Constants alone by so few layers one after another.
bool IsMadeOfConstants(const IrNet& net, int index, int layers) {
  if (index < 0) return false;
  const IrLayer& layer = net.layers[static_cast<size_t>(index)];
  if (layer.Is("Constant")) return true;
  return layers > 0 && !layer.inputs.empty() &&
         std::all_of(layer.inputs.begin(), layer.inputs.end(), [&](const IrSource& input) {
           return IsMadeOfConstants(net, input.layer, layers - 1);
         });
}

// The Multiply of halves that layer `last`, a Convert, makes floats of, if what it scales is
// narrower weights (a Convert) or picked from a table (a Gather), and its scale may be made of
// constants too; -1: none, or something else needs what it gives.
int FindScaling(const IrNet& net, int last, const std::vector<int>& uses) {
  int at = net.layers[static_cast<size_t>(last)].inputs[0].layer;
  const auto is_inner = [&](const char* type) {
    return at >= 0 && net.layers[static_cast<size_t>(at)].Is(type) &&
           net.layers[static_cast<size_t>(at)].inputs.size() == 2 &&
           uses[static_cast<size_t>(at)] == 1;
  };
  if (is_inner("Reshape")) at = net.layers[static_cast<size_t>(at)].inputs[0].layer;
  if (!is_inner("Multiply")) return -1;
  const IrSource& weights = net.layers[static_cast<size_t>(at)].inputs[0];
  if (LayerOf(net, weights, "Convert") == nullptr && LayerOf(net, weights, "Gather") == nullptr)
    return -1;
  return IsMadeOfConstants(net, at, 4) ? at : -1;
}

Value InFloats(LayerLowering* lowering, int i) {
  if (lowering->input_type(i) == DT_FLOAT) return lowering->input(i);
  return lowering->AddPart("floats", "Cast", {lowering->input(i)}, {{"DstT", DT_FLOAT}});
}

}  // namespace

WideWeights::WideWeights(const IrNet& net) : is_wide_(net.layers.size(), false) {
  const std::vector<int> uses = CountUses(net);
  for (const int index : net.order) {
    const IrLayer& layer = net.layers[static_cast<size_t>(index)];
    if (!layer.Is("Convert") || IrAttr(layer, "destination_type") != "f32") continue;
    const absl::optional<WeightChain> chain = FindWeightChain(net, index);
    if (!chain.has_value()) {
      const int scaling = layer.inputs.size() == 1 ? FindScaling(net, index, uses) : -1;
      if (scaling >= 0) is_wide_[static_cast<size_t>(scaling)] = true;
      continue;
    }
    if (chain->scale < 0) continue;
    for (const int inner : InnerLayers(net, *chain, index, uses))
      is_wide_[static_cast<size_t>(inner)] = true;
  }
}

absl::Status WideWeights::Lower(LayerLowering* lowering) {
  if (lowering->layer().Is("Convert")) {
    lowering->SetOutput(0, lowering->Add("Cast", {lowering->input(0)}, {{"DstT", DT_FLOAT}}));
    return absl::OkStatus();
  }
  OPGRAFT_RETURN_IF_ERROR(lowering->CheckInputs(2));
  const std::string op = lowering->layer().Is("Subtract") ? "Sub" : "Mul";
  lowering->SetOutput(0, lowering->Add(op, {InFloats(lowering, 0), InFloats(lowering, 1)}));
  return absl::OkStatus();
}

}  // namespace opgraft_internal
