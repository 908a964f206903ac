// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_LOWER_BODIES_H_
#define OPENVINO_LOWER_BODIES_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/op/attr.h"
#include "framework/types/internal_namespace.h"
#include "openvino/layer_lowering.h"
#include "openvino/net_lowering.h"

// Layers with bodies, and what they have in common. Errors are of the layer itself; what is wrong
// with layers in bodies goes to the document.
namespace opgraft_internal {

absl::Status LowerIf(LayerLowering* layer, NetLowering* net);
// Loop and TensorIterator: one op, `OpenVINO>Loop`.
absl::Status LowerLoop(LayerLowering* layer, NetLowering* net);

// `value` as a scalar: a reshape, unless it is one.
Value ScalarOf(LayerLowering* layer, absl::string_view end, Value value);
// True if one of the functions of the draft is stateful.
bool HoldsState(const GraphDraft& draft, const std::vector<std::string>& functions);
// The types of a function's results.
Attr ResultTypes(const GraphDraft& draft, const std::string& function);
// Makes the outputs of the layer those of `node`.
void SetAllOutputs(Value node, LayerLowering* layer);

}  // namespace opgraft_internal

#endif  // OPENVINO_LOWER_BODIES_H_
