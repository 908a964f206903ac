// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_CHECK_DEAD_KERNELS_H_
#define TOOLS_OP_CHECK_DEAD_KERNELS_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "framework/kernel/kernel_spec.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

// A kernel that no node can select, and why. Borrows the registration.
struct DeadKernel {
  const KernelRegistration* kernel;
  // A sentence: "constraint n=1: the op has n >= 2".
  std::string why;
};

// The dead ones among `kernels`, which must be all kernels of the op: constraints below the op's
// minimum, two constraints of one attr that share no value, another kernel of higher priority that
// fits all nodes that this one fits.
std::vector<DeadKernel> FindDeadKernels(const OpDef& op,
                                        absl::Span<const KernelRegistration* const> kernels);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_CHECK_DEAD_KERNELS_H_
