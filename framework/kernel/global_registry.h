// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The one published registry of the process, and how it is replaced.
#ifndef FRAMEWORK_KERNEL_GLOBAL_REGISTRY_H_
#define FRAMEWORK_KERNEL_GLOBAL_REGISTRY_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What the registrations that ran meanwhile brought. Plain data.
struct RegistryGrowth {
  // The names of the ops that are new.
  std::vector<std::string> ops;
  // The kernels that are new. They belong to the registry that was published, which is never
  // destroyed.
  std::vector<const KernelRegistration*> kernels;
};

// Runs `load`, which may run REGISTER_OP and REGISTER_KERNEL_BUILDER, and publishes what they
// registered as a new global snapshot of ops and kernels. If `load` fails or something registered
// is wrong nothing is published, and what ran is forgotten. `library` is for messages. One call at
// a time; others wait.
absl::Status GrowGlobalRegistry(const std::string& library,
                                const std::function<absl::Status()>& load, RegistryGrowth* growth);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_KERNEL_GLOBAL_REGISTRY_H_
