// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// How windows of convolutions and pools slide over one dimension: one formula for shape functions,
// where sizes may be unknown, and for kernels.
//
// Example, in numbers: a window of 3 with dilation 2 reaches over 5 elements. With stride 2 and no
// padding it has 2 places in 7 elements:
//
//     0 1 2 3 4 5 6
//     x . x . x          place 0
//         x . x . x      place 1
//
// With padding SAME it has ceil(7 / 2) = 4 places. The last begins at 3 * 2 = 6 and ends before 11,
// so 4 elements are missing: 2 are put before and 2 behind.
#ifndef FRAMEWORK_OP_WINDOW_ARITHMETIC_H_
#define FRAMEWORK_OP_WINDOW_ARITHMETIC_H_

#include <algorithm>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

// How a window moves over one dimension. Plain data.
struct WindowStep {
  int64_t stride = 1;
  // The distance from one element that the window sees to the next.
  int64_t dilation = 1;
  // Padding SAME: a place for each stride of the input, with the padding that takes. Else `before`
  // and `after` say the padding, 0 for VALID.
  bool same = false;
  // Elements of padding, none for VALID.
  int64_t before = 0;
  int64_t after = 0;
};

// Where a window stands: how many places it has, and the padding around the input. Plain data.
struct WindowPlaces {
  int64_t count = 0;
  // Elements of padding before the first element of the input.
  int64_t before = 0;
  int64_t after = 0;
};

// INVALID_ARGUMENT if there cannot be such padding.
inline absl::Status CheckPadding(const WindowStep& step) {
  int64_t both = 0;
  if (step.before >= 0 && step.after >= 0 &&
      !__builtin_add_overflow(step.before, step.after, &both))
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("explicit_paddings ", step.before, " and ", step.after, " are out of range"));
}

// INVALID_ARGUMENT if a window cannot move so.
inline absl::Status CheckWindowStep(const WindowStep& step) {
  if (step.stride <= 0)
    return absl::InvalidArgumentError(absl::StrCat("Stride must be > 0, but got ", step.stride));
  if (step.dilation <= 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("Dilation rate must be >= 1, but got ", step.dilation));
  }
  return CheckPadding(step);
}

// How many places a window of `window` elements has in `input` elements. INVALID_ARGUMENT if it
// reaches over more than there are, or a size overflows. `Sizes` computes with sizes of its type
// Size: Add, Subtract and Multiply a number, and divide by one, rounding down. So shape functions,
// which know intervals, and kernels, which know numbers, share the rule:
//
//     SAME      (input + stride - 1) / stride
//     else      (input + before + after - reach + stride) / stride,
//               reach = (window - 1) * dilation + 1
//
// Example: a window of 3 with stride 2 in 7 elements has 3 places without padding: (7 - 3 + 2) / 2.
template <typename Sizes>
absl::Status CountWindowPlaces(Sizes sizes, typename Sizes::Size input, typename Sizes::Size window,
                               const WindowStep& step, typename Sizes::Size* count) {
  OPGRAFT_RETURN_IF_ERROR(CheckWindowStep(step));
  typename Sizes::Size size = input;
  if (step.same) {
    OPGRAFT_RETURN_IF_ERROR(sizes.Add(size, step.stride - 1, &size));
    return sizes.Divide(size, step.stride, count);
  }
  // What a window spans, gaps included.
  typename Sizes::Size reach = window;
  OPGRAFT_RETURN_IF_ERROR(sizes.Subtract(reach, sizes.Of(1), &reach));
  OPGRAFT_RETURN_IF_ERROR(sizes.Multiply(reach, step.dilation, &reach));
  OPGRAFT_RETURN_IF_ERROR(sizes.Add(reach, 1, &reach));
  OPGRAFT_RETURN_IF_ERROR(sizes.Add(size, step.before + step.after, &size));
  OPGRAFT_RETURN_IF_ERROR(sizes.Subtract(size, reach, &size));
  OPGRAFT_RETURN_IF_ERROR(sizes.Add(size, step.stride, &size));
  return sizes.Divide(size, step.stride, count);
}

// Sizes that are known: int64 with checks for overflow. Messages are those of InferenceContext.
struct KnownSizes {
  using Size = int64_t;

  static int64_t Of(int64_t size) { return size; }
  static absl::Status Add(int64_t a, int64_t b, int64_t* sum) {
    if (!__builtin_add_overflow(a, b, sum)) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("Dimension size overflow from adding ", a, " and ", b));
  }
  static absl::Status Subtract(int64_t a, int64_t b, int64_t* difference) {
    *difference = a - b;
    if (a >= b) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("Negative dimension size caused by subtracting ", b, " from ", a));
  }
  static absl::Status Multiply(int64_t a, int64_t b, int64_t* product) {
    if (!__builtin_mul_overflow(a, b, product)) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        "Negative dimension size caused by overflow when multiplying ", a, " and ", b));
  }
  static absl::Status Divide(int64_t a, int64_t b, int64_t* quotient) {
    *quotient = a / b;
    return absl::OkStatus();
  }
};

// Where a window stands in an input of a known size: for kernels. Errors as CountWindowPlaces. With
// SAME the padding is what the last window lacks, half on each side; an odd element goes behind.
inline absl::Status PlaceWindow(int64_t input, int64_t window, const WindowStep& step,
                                WindowPlaces* places) {
  OPGRAFT_RETURN_IF_ERROR(CountWindowPlaces(KnownSizes(), input, window, step, &places->count));
  places->before = step.before;
  places->after = step.after;
  if (!step.same) return absl::OkStatus();
  int64_t reach = 0, last = 0, end = 0;
  OPGRAFT_RETURN_IF_ERROR(KnownSizes::Multiply(window - 1, step.dilation, &reach));
  OPGRAFT_RETURN_IF_ERROR(KnownSizes::Multiply(places->count - 1, step.stride, &last));
  OPGRAFT_RETURN_IF_ERROR(KnownSizes::Add(last, reach, &end));
  OPGRAFT_RETURN_IF_ERROR(KnownSizes::Add(end, 1, &end));
  const int64_t missing = std::max<int64_t>(end - input, 0);
  places->before = missing / 2;  // the odd one goes behind
  places->after = missing - places->before;
  return absl::OkStatus();
}

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_WINDOW_ARITHMETIC_H_
