// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_NODE_NAME_H_
#define OPENVINO_NODE_NAME_H_

#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A layer's name as that of a node: characters that TensorFlow does not allow there become '_'.
// Different names may become the same; GraphDraft::FreeName makes them different.
std::string NodeNameOf(absl::string_view name);

}  // namespace opgraft_internal

#endif  // OPENVINO_NODE_NAME_H_
