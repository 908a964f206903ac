// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_SCALAR_KERNEL_H_
#define FRAMEWORK_KERNEL_SCALAR_KERNEL_H_

#include <cstdint>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// out[i] = f(x[i], y[i]) for i in [0, n). `out` may be `x` or `y`.
using ElementLoop = void (*)(const void* x, const void* y, void* out, int64_t n);

// A binary kernel that also offers its loop for two scalars. A run that knows that both inputs are
// scalars, and has the output's memory, calls the loop directly, a third of the work of a Compute:
// loops count and compare. A second base class of an OpKernel, whose Facets() names it.
// Thread-safe.
//
// Example:
//   class AddOp : public OpKernel, public ScalarKernel { ... };
//   const ScalarKernel* const scalars = kernel->Facets().scalars;
//   if (scalars != nullptr && scalars->scalar_loop() != nullptr) ...
class ScalarKernel {
 public:
  virtual ~ScalarKernel() = default;
  // Null: only Compute will do, since it may fail or since the type has no loop of its own.
  virtual ElementLoop scalar_loop() const = 0;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_KERNEL_SCALAR_KERNEL_H_
