// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/state/state_scope.h"

namespace opgraft_internal {

__thread StateStore* StateScope::current_ = nullptr;

}  // namespace opgraft_internal
