// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_ELEMENTWISE_ODOMETER_H_
#define KERNELS_ELEMENTWISE_ODOMETER_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A dimension that is stepped through: how often, and how far each step moves in each of the
// operands.
template <int kOperands>
struct OdometerDim {
  int64_t size;
  int64_t strides[kOperands];
};

// Steps through the positions of some dimensions, the last one fastest, and keeps the offset into
// each operand. Knows nothing of elements: one for all types. Borrows the dimensions.
// Thread-compatible.
//
// Example: dimensions {2, {3}} and {3, {1}} give the offsets 0 1 2 3 4 5; with the strides {1} and
// {2} they give 0 2 4 1 3 5, which is how a transposed matrix is read.
template <int kOperands>
class Odometer {
 public:
  // Stands at `position`, which counts all steps from the start.
  explicit Odometer(absl::Span<const OdometerDim<kOperands>> dims, int64_t position = 0)
      : dims_(dims), index_(dims.size()) {
    // A dimension may have no steps, where there is no position but the start.
    for (size_t d = dims_.size(); position > 0 && d-- > 0;) {
      index_[d] = position % dims_[d].size;
      position /= dims_[d].size;
      for (int k = 0; k < kOperands; ++k) offsets_[k] += index_[d] * dims_[d].strides[k];
    }
  }

  // To the next position; from the last one to the first.
  void Next() {
    for (size_t d = dims_.size(); d-- > 0;) {
      const OdometerDim<kOperands>& dim = dims_[d];
      for (int k = 0; k < kOperands; ++k) offsets_[k] += dim.strides[k];
      if (++index_[d] < dim.size) return;
      for (int k = 0; k < kOperands; ++k) offsets_[k] -= dim.size * dim.strides[k];
      index_[d] = 0;
    }
  }

  int64_t offset(int operand) const { return offsets_[operand]; }

 private:
  absl::Span<const OdometerDim<kOperands>> dims_;
  absl::InlinedVector<int64_t, 6> index_;
  int64_t offsets_[kOperands] = {};
};

}  // namespace opgraft_internal

#endif  // KERNELS_ELEMENTWISE_ODOMETER_H_
