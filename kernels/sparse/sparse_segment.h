// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_SPARSE_SPARSE_SEGMENT_H_
#define KERNELS_SPARSE_SPARSE_SEGMENT_H_

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "absl/status/status.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What becomes of a segment's sum of n rows.
//
// kSum leaves it, kMean divides it by n, kSqrtN by the square root of n.
enum class SegmentScale { kSum, kMean, kSqrtN };

// What the sum of `rows` rows is divided by.
//
// A segment without rows is not divided by 0.
inline double SegmentDivisor(SegmentScale scale, int64_t rows) {
  const double count = static_cast<double>(std::max<int64_t>(rows, 1));
  if (scale == SegmentScale::kMean) return count;
  return scale == SegmentScale::kSqrtN ? std::sqrt(count) : 1.0;
}

// INVALID_ARGUMENT unless both are vectors of one length.
absl::Status CheckSegmentShapes(const Tensor& indices, const Tensor& segment_ids);

}  // namespace opgraft_internal

#endif  // KERNELS_SPARSE_SPARSE_SEGMENT_H_
