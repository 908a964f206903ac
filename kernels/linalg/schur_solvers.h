// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LINALG_SCHUR_SOLVERS_H_
#define KERNELS_LINALG_SCHUR_SOLVERS_H_

#include <cstdint>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace solvers {

// matrix = U T U^H, all n x n: U is unitary and T upper triangular, the eigenvalues on its
// diagonal. T is complex. False if an element is not finite, or it does not converge. As solvers.h
// has it.
template <typename T>
bool FactorSchur(const T* matrix, int64_t n, T* triangle, T* unitary);

}  // namespace solvers
}  // namespace opgraft_internal

#endif  // KERNELS_LINALG_SCHUR_SOLVERS_H_
