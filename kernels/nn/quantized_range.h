// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_NN_QUANTIZED_RANGE_H_
#define KERNELS_NN_QUANTIZED_RANGE_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What numbers the lowest and the highest integer of a type stand for.
//
// Example: for quint8 the range [-1, 4.1] has a step of 5.1 / 255 = 0.02: level 50 stands for 0.
struct QuantizedRange {
  float min = 0;
  float max = 0;
};

// The range that two inputs tell, scalars. INVALID_ARGUMENT if they are none.
absl::StatusOr<QuantizedRange> ScalarRange(const OpKernelContext* context, int min_input);

// The same, of one that integers are computed with: INVALID_ARGUMENT if it is empty or not finite.
absl::StatusOr<QuantizedRange> ProperRange(const OpKernelContext* context, int min_input);

// Makes a range the scalar outputs `min_output` and the next.
absl::Status SetRange(OpKernelContext* context, int min_output, const QuantizedRange& range);

// A range with 0 in it that is not narrower than `minimum` (of its larger end, where that is beyond
// 1). INVALID_ARGUMENT if it ends before it begins.
absl::StatusOr<QuantizedRange> NudgedRange(const QuantizedRange& given, float minimum);

// The integers of a type, in double: the lowest and the highest one, and how many there are.
template <typename Integer>
inline constexpr double kLowestLevel = static_cast<double>(std::numeric_limits<Integer>::min());
template <typename Integer>
inline constexpr double kHighestLevel = static_cast<double>(std::numeric_limits<Integer>::max());

// The integer of a whole number; the lowest or highest if it is beyond them, the lowest of NaN.
//
// Example: NearestLevel<uint8_t>(300.0) is 255.
template <typename Integer, typename Real>
Integer NearestLevel(Real whole) {
  constexpr Real kLowest = static_cast<Real>(kLowestLevel<Integer>);
  constexpr Real kHighest = static_cast<Real>(kHighestLevel<Integer>);
  if (!(whole > kLowest)) return std::numeric_limits<Integer>::min();
  return whole >= kHighest ? std::numeric_limits<Integer>::max() : static_cast<Integer>(whole);
}

// The lowest 32 bits, where TensorFlow's sums and products run over.
inline int32_t Wrapped(int64_t value) { return static_cast<int32_t>(static_cast<uint64_t>(value)); }

// The real-valued step between adjacent integers.
template <typename Integer>
float StepOf(const QuantizedRange& range) {
  return static_cast<float>(static_cast<double>(range.max - range.min) /
                            (kHighestLevel<Integer> - kLowestLevel<Integer>));
}

template <typename Integer>
inline constexpr double kLevels = kHighestLevel<Integer> - kLowestLevel<Integer> + 1;

// How wide a range is with a step behind its end. By it steps are rounded as TensorFlow's are,
// which decides where halves go.
template <typename Integer>
double WidthOf(const QuantizedRange& range) {
  return static_cast<double>(range.max - range.min) * (kLevels<Integer> / (kLevels<Integer> - 1.0));
}

// The number that an integer stands for.
template <typename Integer>
float NumberOf(Integer level, const QuantizedRange& range) {
  if (range.min == range.max) return range.min;
  const double step = WidthOf<Integer>(range) / kLevels<Integer>;
  const float rounded_step = static_cast<float>(step);
  const float base = std::round(range.min / rounded_step) * rounded_step;
  return static_cast<float>(static_cast<double>(base) +
                            (static_cast<double>(level) - kLowestLevel<Integer>)*step);
}

// The integer that would stand for a number, if the type had it.
template <typename Integer>
double WantedLevel(float number, const QuantizedRange& range) {
  if (range.min == range.max) return kLowestLevel<Integer>;
  const double levels = kLevels<Integer> / WidthOf<Integer>(range);
  return std::round(static_cast<double>(number) * levels) -
         std::round(static_cast<double>(range.min) * levels) + kLowestLevel<Integer>;
}

// The integer that stands for a number, the nearest that there is.
//
// Example: with quint8 over [-1, 1] LevelOf(0) is 128.
template <typename Integer>
Integer LevelOf(float number, const QuantizedRange& range) {
  return NearestLevel<Integer>(WantedLevel<Integer>(number, range));
}

// What int32 products of integers stand for.
template <typename A, typename B>
QuantizedRange ProductRange(const QuantizedRange& a, const QuantizedRange& b) {
  const float step = StepOf<A>(a) * StepOf<B>(b);
  return {step * static_cast<float>(kLowestLevel<int32_t>),
          step * static_cast<float>(kHighestLevel<int32_t>)};
}

}  // namespace opgraft_internal

#endif  // KERNELS_NN_QUANTIZED_RANGE_H_
