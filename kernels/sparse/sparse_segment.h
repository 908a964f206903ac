// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_SPARSE_SPARSE_SEGMENT_H_
#define KERNELS_SPARSE_SPARSE_SEGMENT_H_

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What becomes of a segment's sum of n rows.
enum class SegmentScale { kSum, kMean, kSqrtN };

// By the op's name: SparseSegmentMean...
inline SegmentScale SegmentScaleOf(absl::string_view op) {
  if (absl::StrContains(op, "Mean")) return SegmentScale::kMean;
  return absl::StrContains(op, "SqrtN") ? SegmentScale::kSqrtN : SegmentScale::kSum;
}

// What the sum of `rows` rows is divided by.
inline double SegmentDivisor(SegmentScale scale, int64_t rows) {
  const double count = static_cast<double>(std::max<int64_t>(rows, 1));
  if (scale == SegmentScale::kMean) return count;
  return scale == SegmentScale::kSqrtN ? std::sqrt(count) : 1.0;
}

// INVALID_ARGUMENT unless both are vectors of one length.
absl::Status CheckSegmentShapes(const Tensor& indices, const Tensor& segment_ids);

}  // namespace opgraft_internal

#endif  // KERNELS_SPARSE_SPARSE_SEGMENT_H_
