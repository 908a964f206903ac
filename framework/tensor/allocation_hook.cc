// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/allocation_hook.h"

namespace opgraft_internal {

__thread AllocationHook* AllocationHook::current_ = nullptr;

}  // namespace opgraft_internal
