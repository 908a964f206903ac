// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_REGISTRATION_WARNINGS_H_
#define FRAMEWORK_KERNEL_REGISTRATION_WARNINGS_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_role.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// True if nodes of the role are computed by a kernel. False for what the runtime does itself:
// running functions, the variables of a request, arguments.
bool NeedsKernel(OpRole role);

// What a library may be meant to leave out, and mostly is not, a line each: ops of `ops` without a
// kernel or a shape function, and kernels of `kernels` for a device that is not there. None of it
// keeps the library from being used. Thread-safe.
std::vector<std::string> RegistrationWarnings(const KernelRegistry& registry,
                                              absl::Span<const std::string> ops,
                                              absl::Span<const KernelRegistration* const> kernels);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_KERNEL_REGISTRATION_WARNINGS_H_
