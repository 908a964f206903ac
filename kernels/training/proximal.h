// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_TRAINING_PROXIMAL_H_
#define KERNELS_TRAINING_PROXIMAL_H_

#include <algorithm>
#include <cmath>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Moves `value` towards zero by `l1`, not beyond; a step's share of L1 regularization.
//
// Example: Shrink(3, 1) is 2, Shrink(-0.5, 1) is -0.
template <typename C>
C Shrink(C value, C l1) {
  return std::copysign(std::max(std::abs(value) - l1, C(0)), value);
}

// The proximal step of both regularizations at a learning rate (Duchi and Singer, "Efficient online
// and batch learning using forward backward splitting", 2009).
template <typename C>
C Proximal(C value, C rate, C l1, C l2) {
  return (l1 > 0 ? Shrink(value, rate * l1) : value) / (1 + l2 * rate);
}

}  // namespace opgraft_internal

#endif  // KERNELS_TRAINING_PROXIMAL_H_
