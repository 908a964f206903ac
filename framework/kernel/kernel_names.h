// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The inputs and outputs of a node, for messages.
#ifndef FRAMEWORK_KERNEL_KERNEL_NAMES_H_
#define FRAMEWORK_KERNEL_KERNEL_NAMES_H_

#include <string>

#include "framework/op/node_properties.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// "0 'x', 1 'ys[0]'"; "none".
std::string InputNames(const NodeProperties& node);
std::string OutputNames(const NodeProperties& node);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_KERNEL_KERNEL_NAMES_H_
