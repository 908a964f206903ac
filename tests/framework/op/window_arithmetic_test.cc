// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/window_arithmetic.h"

#include <cstdint>
#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

WindowStep Same(int64_t stride, int64_t dilation = 1) { return {stride, dilation, true}; }
WindowStep Valid(int64_t stride, int64_t dilation = 1) { return {stride, dilation}; }
WindowStep Padded(int64_t stride, int64_t before, int64_t after) {
  return {stride, 1, false, before, after};
}

// "4 places, 1 before, 2 after", or the message.
std::string Place(int64_t input, int64_t window, const WindowStep& step) {
  WindowPlaces places;
  const absl::Status status = PlaceWindow(input, window, step, &places);
  if (!status.ok()) return std::string(status.message());
  return absl::StrCat(places.count, " places, ", places.before, " before, ", places.after,
                      " after");
}

TEST(WindowArithmetic, PlacesWindows) {
  struct Case {
    int64_t input, window;
    WindowStep step;
    const char* want;
  };
  const Case cases[] = {
      {7, 3, Valid(1), "5 places, 0 before, 0 after"},
      {7, 3, Valid(2), "3 places, 0 before, 0 after"},
      {8, 3, Valid(2), "3 places, 0 before, 0 after"},
      {7, 3, Valid(2, 2), "2 places, 0 before, 0 after"},
      {3, 3, Valid(5), "1 places, 0 before, 0 after"},
      {7, 3, Same(1), "7 places, 1 before, 1 after"},
      {7, 2, Same(1), "7 places, 0 before, 1 after"},
      {7, 3, Same(2), "4 places, 1 before, 1 after"},
      {7, 3, Same(2, 2), "4 places, 2 before, 2 after"},
      {7, 1, Same(3), "3 places, 0 before, 0 after"},  // a stride leaves elements out
      {0, 3, Same(2), "0 places, 0 before, 1 after"},
      {5, 3, Padded(1, 1, 2), "6 places, 1 before, 2 after"},
      {1, 3, Padded(2, 2, 2), "2 places, 2 before, 2 after"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Place(c.input, c.window, c.step), c.want)
        << c.window << " in " << c.input << ", stride " << c.step.stride;
  }
}

// The places that a window really has, counted one by one.
TEST(WindowArithmetic, AgreesWithCounting) {
  for (int64_t input = 0; input < 12; ++input) {
    for (int64_t window = 1; window < 5; ++window) {
      for (int64_t stride = 1; stride < 4; ++stride) {
        for (int64_t dilation = 1; dilation < 3; ++dilation) {
          const int64_t reach = (window - 1) * dilation + 1;
          int64_t count = 0;
          for (int64_t begin = 0; begin + reach <= input; begin += stride) ++count;
          WindowPlaces places;
          const absl::Status valid = PlaceWindow(input, window, Valid(stride, dilation), &places);
          EXPECT_EQ(valid.ok(), reach <= input);
          if (valid.ok()) {
            EXPECT_EQ(places.count, count);
          }
          ASSERT_TRUE(PlaceWindow(input, window, Same(stride, dilation), &places).ok());
          EXPECT_EQ(places.count, (input + stride - 1) / stride);
          const int64_t last_end = (places.count - 1) * stride + reach;
          if (input > 0) {
            EXPECT_LE(last_end, places.before + input + places.after);
          }
          EXPECT_LE(places.before, places.after);
          EXPECT_LE(places.after, places.before + 1);
        }
      }
    }
  }
}

TEST(WindowArithmetic, SaysWhatCannotBe) {
  EXPECT_EQ(Place(7, 3, Valid(0)), "Stride must be > 0, but got 0");
  EXPECT_EQ(Place(7, 3, Same(-1)), "Stride must be > 0, but got -1");
  EXPECT_EQ(Place(7, 3, Valid(1, 0)), "Dilation rate must be >= 1, but got 0");
  EXPECT_EQ(Place(2, 3, Valid(1)), "Negative dimension size caused by subtracting 3 from 2");
  EXPECT_EQ(Place(2, 3, Padded(1, -1, 0)), "explicit_paddings -1 and 0 are out of range");
  EXPECT_EQ(Place(2, 3, Padded(1, kMax, 1)),
            "explicit_paddings 9223372036854775807 and 1 are out of range");
  EXPECT_EQ(Place(kMax, 3, Same(2)),
            "Dimension size overflow from adding 9223372036854775807 and 1");
  EXPECT_EQ(Place(7, kMax, Valid(1, 2)),
            "Negative dimension size caused by overflow when multiplying 9223372036854775806 and "
            "2");
}

}  // namespace
}  // namespace opgraft
