// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/image/box_suppression.h"

#include <cmath>
#include <cstddef>
#include <queue>
#include <utility>

#include "framework/types/data_type.h"
#include "kernels/elementwise/cast_function.h"

namespace opgraft_internal {
namespace {

// Boxes are taken from a heap, the best score first. Each is compared with the boxes that were kept
// since it was looked at last: if one suppresses it, it goes; if its score became lower (Soft-NMS),
// it goes back into the heap and is looked at again in its turn.
struct Candidate {
  int32_t box = 0;
  float score = 0;
  size_t compared = 0;  // with so many of those that are kept

  bool operator<(const Candidate& other) const {
    return score < other.score || (score == other.score && box > other.box);
  }
};

// Lowers the candidate's score by those that were kept since it was looked at last. False if one of
// them suppresses it.
bool Survives(const SuppressionRule& rule, const BoxSelection& kept, BoxOverlap overlap,
              Candidate* next) {
  for (size_t k = kept.boxes.size(); k-- > next->compared;) {
    const float similarity = overlap(next->box, kept.boxes[k]);
    if (rule.soft_sigma <= 0) {
      if (similarity > rule.overlap_threshold) return false;
      if (rule.suppresses_at_threshold && similarity == rule.overlap_threshold) return false;
      // NaN boxes have NaN overlap: TensorFlow drops such a score.
      if (std::isnan(similarity)) next->score = 0;
    } else {
      next->score *= std::exp(-0.5f / rule.soft_sigma * similarity * similarity);
      if (rule.half_precision)
        next->score = static_cast<float>(static_cast<Eigen::half>(next->score));
    }
    if (next->score <= rule.score_threshold) break;
  }
  next->compared = kept.boxes.size();
  return true;
}

}  // namespace

std::vector<float> FloatsOf(const Tensor& tensor) {
  std::vector<float> values(static_cast<size_t>(tensor.NumElements()));
  CastFunction(tensor.dtype(), DT_FLOAT).Run(tensor.data(), values.data(), tensor.NumElements());
  return values;
}

BoxSelection SuppressBoxes(const SuppressionRule& rule, const float* scores, int64_t count,
                           BoxOverlap overlap) {
  std::vector<Candidate> candidates;
  for (int64_t i = 0; i < count; ++i) {
    if (scores[i] > rule.score_threshold)
      candidates.push_back({static_cast<int32_t>(i), scores[i], 0});
  }
  std::priority_queue<Candidate> queue(std::less<Candidate>(), std::move(candidates));
  BoxSelection kept;
  while (static_cast<int64_t>(kept.boxes.size()) < rule.max_output_size && !queue.empty()) {
    Candidate next = queue.top();
    queue.pop();
    const float score = next.score;
    if (!Survives(rule, kept, overlap, &next)) continue;
    if (next.score == score) {
      kept.boxes.push_back(next.box);
      kept.scores.push_back(next.score);
    } else if (next.score > rule.score_threshold) {
      queue.push(next);
    }
  }
  return kept;
}

}  // namespace opgraft_internal
