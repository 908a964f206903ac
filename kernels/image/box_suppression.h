// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_IMAGE_BOX_SUPPRESSION_H_
#define KERNELS_IMAGE_BOX_SUPPRESSION_H_

#include <cstdint>
#include <limits>
#include <vector>

#include "absl/functional/function_ref.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What decides which boxes are kept.
struct SuppressionRule {
  int64_t max_output_size = 0;
  float overlap_threshold = 0.5f;
  bool suppresses_at_threshold = false;  // and not only beyond it
  float score_threshold = std::numeric_limits<float>::lowest();
  // 0: a box that overlaps one that is kept goes; else its score shrinks with the overlap
  // (N. Bodla et al., "Soft-NMS", 2017).
  float soft_sigma = 0;
  // Scores are rounded to half after each step.
  bool half_precision = false;
};

// The boxes that are kept, and what became of their scores.
struct BoxSelection {
  std::vector<int32_t> boxes;
  std::vector<float> scores;
};

// The elements of a tensor of small floats or doubles.
std::vector<float> FloatsOf(const Tensor& tensor);

// Tells how much two boxes overlap.
using BoxOverlap = absl::FunctionRef<float(int32_t, int32_t)>;

// The boxes from the best score on, without those that are suppressed. REQUIRES: int32 can number
// the `count` scores.
//
// Example, with a threshold of 0.5:
//
//     box     0    1    2        overlaps: 0 and 1: 0.8, the others: 0
//     score   0.9  0.8  0.7      kept: 0, then 2; 1 goes, because it overlaps 0
BoxSelection SuppressBoxes(const SuppressionRule& rule, const float* scores, int64_t count,
                           BoxOverlap overlap);

}  // namespace opgraft_internal

#endif  // KERNELS_IMAGE_BOX_SUPPRESSION_H_
