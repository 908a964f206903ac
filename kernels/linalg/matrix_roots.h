// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LINALG_MATRIX_ROOTS_H_
#define KERNELS_LINALG_MATRIX_ROOTS_H_

#include <cstdint>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The principal square root and logarithm of a matrix, n x n, by rows. Where there is none, or none
// that is finite, all elements are NaN. T is complex64 or complex128.
template <typename T>
void MatrixSquareRoot(const T* matrix, int64_t n, T* root);
template <typename T>
void MatrixLogarithm(const T* matrix, int64_t n, T* logarithm);

}  // namespace opgraft_internal

#endif  // KERNELS_LINALG_MATRIX_ROOTS_H_
