// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/image/cubic_weights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace opgraft_internal {
namespace {

constexpr int64_t kSteps = 1024;

// Of each distance d / kSteps: the weight of a pixel that far away, and of one that is one further.
struct CubicTable {
  explicit CubicTable(double a) {
    for (size_t i = 0; i < near.size(); ++i) {
      float x = static_cast<float>(static_cast<double>(i) / kSteps);
      near[i] = static_cast<float>(((a + 2) * x - (a + 3)) * x * x + 1);
      x += 1.0f;
      far[i] = static_cast<float>(((a * x - 5 * a) * x + 8 * a) * x - 4 * a);
    }
  }
  std::array<float, kSteps + 1> near;
  std::array<float, kSteps + 1> far;
};

const CubicTable& TableOf(bool keys) {
  static const CubicTable* const kTables[] = {new CubicTable(-0.75), new CubicTable(-0.5)};
  return *kTables[keys ? 1 : 0];
}

void LeaveBorderOut(int64_t first, CubicTaps* taps) {
  float sum = 0;
  for (int i = 0; i < 4; ++i) {
    if (taps->index[i] != first + i) taps->weight[i] = 0;
    sum += taps->weight[i];
  }
  if (std::abs(sum) < 1000.0f * std::numeric_limits<float>::min()) return;
  const float to_one = 1.0f / sum;
  for (float& weight : taps->weight) weight *= to_one;
}

}  // namespace

CubicTaps CubicTapsAt(const AxisScale& scale, int64_t x, int64_t size) {
  const CubicTable& table = TableOf(scale.half_pixel);
  const float place = scale(x);
  const int64_t floor = static_cast<int64_t>(std::floor(place));
  const float delta = place - static_cast<float>(floor);
  const size_t offset = static_cast<size_t>(std::lrint(delta * kSteps));
  CubicTaps taps = {{},
                    {table.far[offset], table.near[offset], table.near[kSteps - offset],
                     table.far[kSteps - offset]}};
  for (int i = 0; i < 4; ++i)
    taps.index[i] = std::min(std::max<int64_t>(floor - 1 + i, 0), size - 1);
  if (scale.half_pixel) LeaveBorderOut(floor - 1, &taps);
  return taps;
}

std::vector<CubicTaps> CubicTapsOf(const AxisScale& scale, int64_t out_size, int64_t size) {
  std::vector<CubicTaps> taps(static_cast<size_t>(out_size));
  for (size_t x = 0; x < taps.size(); ++x)
    taps[x] = CubicTapsAt(scale, static_cast<int64_t>(x), size);
  return taps;
}

}  // namespace opgraft_internal
