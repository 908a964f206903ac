// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_OPENVINO_NN_AXIS_RESAMPLE_H_
#define KERNELS_OPENVINO_NN_AXIS_RESAMPLE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// How an axis is resized.
struct ResampleRule {
  std::string mode;  // attrs of Interpolate
  std::string coordinates;
  std::string nearest;
  // True if it is wanted and some axis becomes smaller.
  bool antialias = false;
  double cube_coeff = -0.75;
};

// One axis that is resized.
struct AxisSize {
  int64_t in = 0;
  int64_t out = 0;
  float scale = 1;
};

// What each element along a resized axis is made of: element `o` is the sum of the `index` times
// `weight` from begin[o] to begin[o + 1]. Where elements are only moved each has one index.
struct AxisTaps {
  // Elements of the resized axis.
  int64_t size() const { return static_cast<int64_t>(begin.size()) - 1; }
  // Nothing changes.
  bool IsIdentity(int64_t in) const;

  std::vector<int64_t> begin = {0};
  std::vector<int64_t> index;
  std::vector<double> weight;
};

// RESOURCE_EXHAUSTED if an element would be made of more than memory has room for. REQUIRES: sizes
// are positive.
absl::Status MakeAxisTaps(const ResampleRule& rule, const AxisSize& axis, AxisTaps* taps);

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_NN_AXIS_RESAMPLE_H_
