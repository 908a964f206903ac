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

// True of attrs whose values the inputs give, as types and numbers of inputs: a file does not have
// them, and they are not written.
bool IsInferred(const OpDef& op, const std::string& attr);

}  // namespace opgraft_internal

#endif  // OPENVINO_OP_ATTRS_H_
