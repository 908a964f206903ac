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

// What the op's shape function answers to some shapes of inputs.
struct ShapeExample {
  // The inputs that were tried: "x: [2,3], y: [3,4]".
  std::string inputs;
  // The outputs: "product: [2,4]"; or the error, if not `ok`.
  std::string outputs;
  bool ok = true;
};

// Uses of an op that the documentation shows: tried out on a GraphBuilder, not made up.
struct OpExample {
  // The code that makes a node; "" if none was found without knowing more about the op.
  std::string cpp;
  std::vector<ShapeExample> shapes;
};

// Makes nodes of the op with inputs of some common shapes and attrs of the smallest values allowed,
// in the first dtype that a kernel has. Shapes that show nothing new are left out.
//
// Example, of MatMul: the code of a node with inputs [2,3] and [3,4], and that it refuses [2,3]
// with [2,3].
OpExample MakeOpExample(const OpRegistrationData& op,
                        const std::shared_ptr<const KernelRegistry>& registry);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_OP_EXAMPLE_H_
