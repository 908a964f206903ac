// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The inputs and outputs of a node, for messages.
#ifndef FRAMEWORK_KERNEL_KERNEL_NAMES_H_
#define FRAMEWORK_KERNEL_KERNEL_NAMES_H_

#include <string>

#include "framework/op/node_properties.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The inputs or outputs of a node with their numbers, as messages list them: "0 'x', 1 'ys[0]'";
// "none". Thread-safe.
//
// Example: "asked for input(5), but has inputs 0 'x', 1 'y'".
std::string InputNames(const NodeProperties& node);
std::string OutputNames(const NodeProperties& node);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_KERNEL_KERNEL_NAMES_H_
