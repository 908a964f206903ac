// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/writing/written_net.h"

namespace opgraft_internal {
namespace {

bool IsWantedForItself(const WrittenLayer& layer, bool keep_parameters) {
  return layer.type == "Result" || layer.has_effect ||
         (keep_parameters && layer.type == "Parameter");
}

// From the last to the first: the readers of a layer come after it.
std::vector<bool> FindNeeded(const WrittenNet& net, bool keep_parameters) {
  std::vector<bool> needed(net.layers.size());
  for (size_t i = net.layers.size(); i-- > 0;) {
    const WrittenLayer& layer = net.layers[i];
    if (!needed[i] && !IsWantedForItself(layer, keep_parameters)) continue;
    needed[i] = true;
    for (const LayerPort input : layer.inputs) needed[static_cast<size_t>(input.layer)] = true;
  }
  return needed;
}

}  // namespace

std::vector<int> Prune(bool keep_parameters, WrittenNet* net) {
  const std::vector<bool> needed = FindNeeded(*net, keep_parameters);
  std::vector<int> moved(net->layers.size(), -1);
  std::vector<WrittenLayer> kept;
  for (size_t i = 0; i < net->layers.size(); ++i) {
    if (!needed[i]) continue;
    moved[i] = static_cast<int>(kept.size());
    kept.push_back(std::move(net->layers[i]));
    for (LayerPort& input : kept.back().inputs)
      input.layer = moved[static_cast<size_t>(input.layer)];
  }
  net->layers = std::move(kept);
  return moved;
}

}  // namespace opgraft_internal
