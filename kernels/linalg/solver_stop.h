// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LINALG_SOLVER_STOP_H_
#define KERNELS_LINALG_SOLVER_STOP_H_

#include "framework/kernel/cancellation.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace solvers {

// While it exists, the solvers on this thread work for the run that `manager`, which may be null,
// belongs to.
class StopScope {
 public:
  explicit StopScope(const CancellationManager* manager);
  ~StopScope();
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  const CancellationManager* const outer_;
};

// True once that run is cancelled. Solvers ask in their long loops and return; what they return
// then means nothing, so who calls them asks too. Products, Cholesky factors and triangular
// solutions are single calls of Eigen's, which asks nobody: they end as soon as that does.
bool IsStopped();

}  // namespace solvers
}  // namespace opgraft_internal

#endif  // KERNELS_LINALG_SOLVER_STOP_H_
