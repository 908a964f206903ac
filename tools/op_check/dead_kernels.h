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

// A kernel that no node can select, and why.
struct DeadKernel {
  const KernelRegistration* kernel;
  std::string why;  // "constraint n=1: the op has n >= 2"
};

// The dead ones among all kernels of an op: constraints below the op's minimum, two constraints of
// one attr that share no value, another kernel of higher priority that fits wherever this one does.
std::vector<DeadKernel> FindDeadKernels(const OpDef& op,
                                        absl::Span<const KernelRegistration* const> kernels);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_CHECK_DEAD_KERNELS_H_
