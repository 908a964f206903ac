// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LINALG_BATCH_PLAN_H_
#define KERNELS_LINALG_BATCH_PLAN_H_

#include <algorithm>
#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/tensor_shape.h"
#include "kernels/elementwise/odometer.h"

namespace opgraft_internal {

// How the dimensions in front of the matrices meet.
//
// Example: [2, 1] and [3] in front give the shape [2, 3] and the dims {2, {1, 0, 3}} and {3, {0, 1,
// 1}}: matrices of x, of y and of the output.
struct BatchPlan {
  TensorShape shape;
  absl::InlinedVector<OdometerDim<3>, 4> dims;  // steps in matrices
};

// A dimension that an operand has not, or only once, is used again. False if the two do not fit.
//
// A step of 0 uses a matrix again. REQUIRES: both have at least two dimensions.
inline bool PlanBatch(const TensorShape& x, const TensorShape& y, BatchPlan* plan) {
  const int rank_x = x.dims() - 2, rank_y = y.dims() - 2, rank = std::max(rank_x, rank_y);
  plan->dims.resize(static_cast<size_t>(rank));
  int64_t steps[3] = {1, 1, 1};
  for (int d = rank; d-- > 0;) {
    const int in_x = d - (rank - rank_x), in_y = d - (rank - rank_y);
    const int64_t size_x = in_x < 0 ? 1 : x.dim_size(in_x);
    const int64_t size_y = in_y < 0 ? 1 : y.dim_size(in_y);
    if (size_x != size_y && size_x != 1 && size_y != 1) return false;
    OdometerDim<3>& dim = plan->dims[static_cast<size_t>(d)];
    dim = {size_x == 1 ? size_y : size_x,
           {size_x == 1 ? 0 : steps[0], size_y == 1 ? 0 : steps[1], steps[2]}};
    steps[0] *= size_x;
    steps[1] *= size_y;
    // The output is not known to be of a size that can be: it is wrapped, and refused later.
    steps[2] =
        static_cast<int64_t>(static_cast<uint64_t>(steps[2]) * static_cast<uint64_t>(dim.size));
  }
  for (const OdometerDim<3>& dim : plan->dims) plan->shape.AddDim(dim.size);
  return true;
}

}  // namespace opgraft_internal

#endif  // KERNELS_LINALG_BATCH_PLAN_H_
