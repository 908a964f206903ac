// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_STATE_RUN_TRANSACTION_H_
#define FRAMEWORK_STATE_RUN_TRANSACTION_H_

#include "absl/synchronization/mutex.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What the opened cells of one request know of its run: OpenedCells begins and ends it, a
// TensorCell notes its first write. Both flags are set and read between kernels, or under the
// mutex. Belongs to OpenedCells; the cells borrow it.
struct RunTransaction {
  absl::Mutex mu;
  bool in_run = false;
  // True if a cell that is rolled back was changed; else the end of the run has nothing to do.
  bool has_changes = false;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_STATE_RUN_TRANSACTION_H_
