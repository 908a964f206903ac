// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_IR_SIGNATURE_H_
#define OPENVINO_IR_SIGNATURE_H_

#include "framework/runtime/compile_options.h"
#include "framework/types/internal_namespace.h"
#include "openvino/ir.h"

namespace opgraft_internal {

// All inputs and outputs of a model, by the first of their names that no earlier one has.
Signature SignatureOf(const LoadedIr& ir);

}  // namespace opgraft_internal

#endif  // OPENVINO_IR_SIGNATURE_H_
