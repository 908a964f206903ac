// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "testing/check_registrations.h"

#include "framework/kernel/kernel_registry.h"
#include "framework/runtime/crash_handler.h"

namespace opgraft {

absl::Status CheckRegistrations() { return KernelRegistry::Global()->errors(); }

void TellOfCrashes() { opgraft_internal::InstallCrashHandler(); }

}  // namespace opgraft
