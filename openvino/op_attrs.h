// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_OP_ATTRS_H_
#define OPENVINO_OP_ATTRS_H_

#include <string>

#include "framework/types/internal_namespace.h"

namespace opgraft {
class OpDef;
}  // namespace opgraft

// What the attrs of ops of OpenVINO's name space are in an IR.
namespace opgraft_internal {

// An attr of this name is the number of the layer's opset.
inline constexpr char kOpset[] = "opset";

// True of attrs that inputs tell: a file has them not.
bool IsInferred(const OpDef& op, const std::string& attr);

}  // namespace opgraft_internal

#endif  // OPENVINO_OP_ATTRS_H_
