// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "testing/check_registrations.h"

#include "framework/kernel/kernel_registry.h"

namespace opgraft {

absl::Status CheckRegistrations() { return KernelRegistry::Global()->errors(); }

}  // namespace opgraft
