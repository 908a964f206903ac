// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_STATE_RUN_TRANSACTION_H_
#define FRAMEWORK_STATE_RUN_TRANSACTION_H_

#include "absl/synchronization/mutex.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What the opened cells of one request know of its run: OpenedCells begins and ends it, a
// TensorCell notes its first write. Both flags are set and read between kernels, or under the
// mutex.
struct RunTransaction {
  absl::Mutex mu;
  bool in_run = false;
  bool has_changes = false;  // in cells that are rolled back
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_STATE_RUN_TRANSACTION_H_
