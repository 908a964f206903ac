// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Checks a registration against its op, when a registry is built.
#ifndef FRAMEWORK_KERNEL_KERNEL_CHECK_H_
#define FRAMEWORK_KERNEL_KERNEL_CHECK_H_

#include <string>
#include <vector>

#include "framework/kernel/kernel_spec.h"
#include "framework/op/op_registry.h"
#include "framework/op/refused_op.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What is wrong with the kernel, a sentence each, without the place; empty if nothing is: an op
// that is not registered, a constraint on an attr that the op has not or that allows no value,
// HostMemory,
// Forwards or Aliases of an input or output that the op has not. A name that no op has may be meant
// for one of `ops` or of `refused`. Thread-safe.
std::vector<std::string> KernelProblems(const KernelSpec& kernel, const OpRegistryInterface& ops,
                                        const std::vector<RefusedOp>& refused);

// Equal for two kernels that no node can tell apart: same op, device, label, priority and
// constraints in any order.
std::string KernelKey(const KernelSpec& kernel);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_KERNEL_KERNEL_CHECK_H_
