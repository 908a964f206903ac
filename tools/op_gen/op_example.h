// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_OP_EXAMPLE_H_
#define TOOLS_OP_GEN_OP_EXAMPLE_H_

#include <memory>
#include <string>
#include <vector>

#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registration_data.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What the op's own shape function says of some shapes of inputs.
struct ShapeExample {
  std::string inputs;   // "x: [2,3], y: [3,4]"
  std::string outputs;  // "product: [2,4]", or why it refuses
  bool ok = true;
};

// Uses of an op that the documentation shows: tried out on a GraphBuilder, not made up.
struct OpExample {
  std::string cpp;  // "" if no way was found to make a node without knowing more of the op
  std::vector<ShapeExample> shapes;
};

// Makes nodes of the op with inputs of some common shapes and attrs of the smallest values allowed,
// in the first dtype that a kernel has. Shapes that show nothing new are left out.
OpExample MakeOpExample(const OpRegistrationData& op,
                        const std::shared_ptr<const KernelRegistry>& registry);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_OP_EXAMPLE_H_
