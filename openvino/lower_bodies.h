// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_LOWER_BODIES_H_
#define OPENVINO_LOWER_BODIES_H_

#include "absl/status/status.h"
#include "framework/types/internal_namespace.h"
#include "openvino/layer_lowering.h"
#include "openvino/net_lowering.h"

// Layers with bodies. Errors are of the layer itself; what is wrong with layers in bodies goes to
// the document.
namespace opgraft_internal {

// If: an If or StatelessIf whose bodies become functions, or, where the condition is a constant,
// the nodes of the body that is sure to run.
absl::Status LowerIf(LayerLowering* layer, NetLowering* net);
// Loop and TensorIterator: one op, `OpenVINO>Loop`.
absl::Status LowerLoop(LayerLowering* layer, NetLowering* net);

}  // namespace opgraft_internal

#endif  // OPENVINO_LOWER_BODIES_H_
