// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What the inputs of OpenVINO's Interpolate are: for its shape function and its kernel.
#ifndef FRAMEWORK_OP_INTERPOLATE_INPUTS_H_
#define FRAMEWORK_OP_INTERPOLATE_INPUTS_H_

#include <cmath>
#include <cstdint>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Which inputs of OpenVINO's Interpolate say how large the result is; -1: there is no such input.
// Plain data.
struct InterpolateInputs {
  // The sizes of the result, one for each axis.
  int sizes = -1;
  // Factors instead: size of the result by size of the image.
  int scales = -1;
  // The axes that are meant; without it the attr `axes`, or all.
  int axes = -1;
};

// In opset 1 the image is followed by sizes; from 4 on by sizes, scales and maybe axes, of which
// `by_scales` says which counts; from 11 on by one of both and maybe axes.
//
// Example: opset 4 with four inputs and `by_scales` reads scales from input 2 and axes from input
// 3.
inline InterpolateInputs InterpolateInputsOf(int64_t opset, bool by_scales, int num_inputs) {
  InterpolateInputs inputs;
  if (opset < 4) {
    inputs.sizes = 1;
    return inputs;
  }
  (by_scales ? inputs.scales : inputs.sizes) = by_scales && opset < 11 ? 2 : 1;
  const int axes = opset < 11 ? 3 : 2;
  if (num_inputs > axes) inputs.axes = axes;
  return inputs;
}

// The size that a scale makes of `size`; -1 if it is negative, NaN or beyond int64.
inline int64_t InterpolatedSize(int64_t size, float scale) {
  // OpenVINO's: a third of 3 is 1.
  constexpr float kSlack = 1e-6f;
  const float scaled = std::floor(static_cast<float>(size) * (scale + kSlack));
  return scaled >= 0 && scaled < 0x1p62f ? static_cast<int64_t>(scaled) : -1;
}

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_INTERPOLATE_INPUTS_H_
