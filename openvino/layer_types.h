// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_LAYER_TYPES_H_
#define OPENVINO_LAYER_TYPES_H_

#include <string>

#include "absl/strings/string_view.h"
#include "framework/op/op_registry.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Begins the names of ops that mean what OpenVINO's layers of the same type do.
inline constexpr char kOpenVinoOps[] = "OpenVINO>";

// The version of layers that are in no opset, but that OpenVINO's transformations make and its IR
// holds: AUGRUCell.
inline constexpr char kInternalVersion[] = "ie_internal_opset";

// True if layers of this type, as OpenVINO's opsets call it, can be read where these ops are.
bool HasLayerType(absl::string_view type, const OpRegistry& ops);

// The type as OpenVINO's opsets call it: a layer may have it in any letter case. `written` itself
// if there is no such type. Example: "ReLU" is Relu.
std::string LayerTypeOf(absl::string_view written, const OpRegistry& ops);

}  // namespace opgraft_internal

#endif  // OPENVINO_LAYER_TYPES_H_
