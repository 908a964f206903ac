// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/lower_bodies.h"

namespace opgraft_internal {

bool HasBodies(const IrLayer& layer) {
  return layer.Is("If") || layer.Is("Loop") || layer.Is("TensorIterator");
}

absl::Status LowerWithBodies(LayerLowering* layer, NetLowering* net) {
  return layer->layer().Is("If") ? LowerIf(layer, net) : LowerLoop(layer, net);
}

}  // namespace opgraft_internal
