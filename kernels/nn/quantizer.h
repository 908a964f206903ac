// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_NN_QUANTIZER_H_
#define KERNELS_NN_QUANTIZER_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "framework/types/internal_namespace.h"
#include "kernels/nn/quantized_range.h"

namespace opgraft_internal {

// How a range lies upon the integers.
enum class RangeMode {
  // Its ends are the integers' ends.
  kMinCombined,
  // The same, moved so that 0 is an integer.
  kMinFirst,
  // 0 is 0; the range is as long on both sides, where integers have two.
  kScaled,
};

// Makes integers of the numbers of a range.
//
// Example: uint8 of the range [-1, 3] in mode kMinCombined has a scale of 255 / 4: -1 becomes 0, 0
// becomes 64 and 3 becomes 255; what lies outside becomes the nearer end. A value; thread-safe.
template <typename Integer>
class Quantizer {
 public:
  // `halves_to_even` and `narrow` are for kScaled: how halves are rounded, and whether the lowest
  // integer is left out, so that both sides have as many.
  Quantizer(RangeMode mode, bool halves_to_even, bool narrow, const QuantizedRange& range)
      : mode_(mode), halves_to_even_(halves_to_even), range_(range) {
    const double width = static_cast<double>(range.max - range.min);
    constexpr double kSteps = kHighestLevel<Integer> - kLowestLevel<Integer>;
    if (mode == RangeMode::kMinCombined) {
      scale_ = static_cast<float>(kSteps / width);
    } else if (mode == RangeMode::kMinFirst) {
      scale_ = static_cast<float>(width == 0 ? 0.0 : kSteps / width);
      shift_ = std::round(range.min * scale_) - static_cast<float>(kLowestLevel<Integer>);
    } else {
      SetScaled(narrow);
    }
  }

  // What the integers stand for.
  const QuantizedRange& range() const { return range_; }

  // Rounds n numbers to integers, with TensorFlow's roundings of each mode.
  void Run(const float* from, int64_t n, Integer* to) const {
    if (mode_ == RangeMode::kMinFirst) {
      // TensorFlow's highest qint32 is the highest that is a float.
      constexpr float kMax = static_cast<float>(std::min(kHighestLevel<Integer>, 2147483520.0));
      for (int64_t i = 0; i < n; ++i)
        to[i] = NearestLevel<Integer>(std::min(std::round(from[i] * scale_) - shift_, kMax));
    } else if (mode_ == RangeMode::kScaled) {
      for (int64_t i = 0; i < n; ++i) {
        const float level = Inside(from[i]) * scale_;
        to[i] = NearestLevel<Integer>(halves_to_even_ ? std::nearbyint(level) : std::round(level));
      }
    } else if (std::numeric_limits<Integer>::is_signed) {
      constexpr float kBelowZero = static_cast<float>(-kLowestLevel<Integer>);
      for (int64_t i = 0; i < n; ++i) {
        const float level = (Inside(from[i]) - range_.min) * scale_ - kBelowZero;
        to[i] = NearestLevel<Integer>(std::round(level));
      }
    } else {
      for (int64_t i = 0; i < n; ++i)
        to[i] = NearestLevel<Integer>((Inside(from[i]) - range_.min) * scale_ + 0.5f);
    }
  }

 private:
  // The steps are as wide as the side needs that has fewer for its length.
  void SetScaled(bool narrow) {
    const float lowest = static_cast<float>(kLowestLevel<Integer> + (narrow ? 1 : 0));
    const float highest = static_cast<float>(kHighestLevel<Integer>);
    constexpr float kNone = std::numeric_limits<float>::max();
    const float from_min = lowest * range_.min > 0 ? lowest / range_.min : kNone;
    const float from_max = highest * range_.max > 0 ? highest / range_.max : kNone;
    scale_ = std::min(from_min, from_max);
    range_ = {lowest / scale_, highest / scale_};
  }

  // The nearest number of the range.
  float Inside(float x) const { return std::max(std::min(x, range_.max), range_.min); }

  const RangeMode mode_;
  const bool halves_to_even_;
  QuantizedRange range_;
  float scale_ = 1;
  float shift_ = 0;
};

// Makes numbers of the integers of a range: (x + shift) * scale + base.
//
// Example: the integers of the Quantizer of the same mode and range become the numbers that they
// stand for. Plain data; thread-safe.
template <typename Integer>
struct Dequantizer {
  // As the Quantizer of the same arguments.
  Dequantizer(RangeMode mode, bool narrow, const QuantizedRange& range) {
    constexpr double kSteps = kHighestLevel<Integer> - kLowestLevel<Integer>;
    if (mode == RangeMode::kScaled) {
      const float lowest = static_cast<float>(kLowestLevel<Integer> + (narrow ? 1 : 0));
      scale = range.max / static_cast<float>(kHighestLevel<Integer>);
      if (std::numeric_limits<Integer>::is_signed) scale = std::max(range.min / lowest, scale);
      return;
    }
    constexpr float kLowest = static_cast<float>(kLowestLevel<Integer>);
    scale = static_cast<float>(static_cast<double>(range.max - range.min) / kSteps);
    if (mode == RangeMode::kMinCombined) {
      shift = -kLowest;
      base = range.min;
    } else {
      base = (scale == 0 ? range.min : std::round(range.min / scale) * scale) - kLowest * scale;
    }
  }

  // The number that an integer stands for.
  float operator()(Integer x) const { return (static_cast<float>(x) + shift) * scale + base; }

  float shift = 0;
  float scale = 1;
  float base = 0;
};

}  // namespace opgraft_internal

#endif  // KERNELS_NN_QUANTIZER_H_
