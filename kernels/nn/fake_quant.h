// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_NN_FAKE_QUANT_H_
#define KERNELS_NN_FAKE_QUANT_H_

#include <algorithm>
#include <cmath>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A range of numbers, moved a little so that 0 is one of its steps.
//
// Example: [-1, 2] in 3 steps of 1 stays; [-1.2, 1.8] becomes [-1, 2].
struct NudgedRange {
  // `levels_begin` and `levels_end`: the first and the last step, as integers.
  NudgedRange(float wanted_min, float wanted_max, int levels_begin, int levels_end) {
    const float first = static_cast<float>(levels_begin), last = static_cast<float>(levels_end);
    scale = (wanted_max - wanted_min) / (last - first);
    const float zero = first - wanted_min / scale;
    float nearest = std::round(zero);
    if (zero < first) nearest = first;
    if (zero > last) nearest = last;
    min = (first - nearest) * scale;
    max = (last - nearest) * scale;
    inverse = (last - first) / (wanted_max - wanted_min);
    zero_level = std::floor(-min * inverse + 0.5f);
  }

  // The nearest step of what is in the range, or its end.
  //
  // Example: in the range [-1, 2] with steps of 1, 0.4 becomes 0 and 7 becomes 2.
  float Round(float x) const {
    const float low = x < max || x != x ? x : max;
    const float inside = low > min || low != low ? low : min;
    return std::floor((inside - min) * inverse - zero_level + 0.5f) * scale;
  }

  float min;
  float max;
  float scale;
  float inverse;
  float zero_level;
};

}  // namespace opgraft_internal

#endif  // KERNELS_NN_FAKE_QUANT_H_
