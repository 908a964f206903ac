// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/linalg/solver_stop.h"

namespace opgraft_internal {
namespace solvers {
namespace {

thread_local const CancellationManager* current = nullptr;

}  // namespace

StopScope::StopScope(const CancellationManager* manager) : outer_(current) { current = manager; }

StopScope::~StopScope() { current = outer_; }

bool IsStopped() { return current != nullptr && current->IsCancelled(); }

}  // namespace solvers
}  // namespace opgraft_internal
