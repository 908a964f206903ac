// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "testing/compare_tensors.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(CompareTensors, TellsTheFirstDifference) {
  const float nan = std::nanf("");
  const float inf = std::numeric_limits<float>::infinity();
  const struct Case {
    Tensor got, expected;
    Tolerance tolerance;
    const char* difference;
  } cases[] = {
      {Tensor::Of({1.0f, 2.0f}), Tensor::Of({1.0f, 2.0f}), {}, ""},
      {Tensor::Of({1.0f, nan}), Tensor::Of({1.0f, nan}), {}, ""},
      {Tensor::Of({1.0f, 2.5f}), Tensor::Of({1.0f, 2.0f}), {}, "element [1] is 2.5, expected 2"},
      {Tensor::Of({1.0f, 2.5f}), Tensor::Of({1.0f, 2.0f}), {0, 0.5}, ""},
      {Tensor::Of({1.0f, 2.5f}),
       Tensor::Of({1.0f, 2.0f}),
       {0.2, 0},
       "element [1] is 2.5, expected 2"},
      {Tensor::Of({1.0f, 2.5f}), Tensor::Of({1.0f, 2.0f}), {0.25, 0}, ""},
      {Tensor(inf), Tensor(1.0f), {0, 1e30}, "element [] is inf, expected 1"},
      {Tensor(nan), Tensor(1.0f), {0, 1e30}, "element [] is nan, expected 1"},
      {Tensor::Of({1, 2, 3, 5}, {2, 2}),
       Tensor::Of({1, 2, 3, 4}, {2, 2}),
       {10, 10},
       "element [1,1] is 5, expected 4"},
      {Tensor(tstring("a")), Tensor(tstring("b")), {}, "element [] is a, expected b"},
      {Tensor(complex64(1, 2)), Tensor(complex64(1, 2.5f)), {0, 0.5}, ""},
      {Tensor(complex64(1, 2)),
       Tensor(complex64(1, 3)),
       {0, 0.5},
       "element [] is (1,2), expected (1,3)"},
      {Tensor(half(1.0f)), Tensor(half(1.5f)), {0, 0.5}, ""},
      {Tensor(1), Tensor(1.0f), {}, "type int32, expected float"},
      {Tensor::Of({1}), Tensor(1), {}, "shape [1], expected []"},
      {Tensor(DT_VARIANT, {}),
       Tensor(DT_VARIANT, {}),
       {},
       "handles and variants cannot be compared"},
      {Tensor(DT_FLOAT, {0, 2}), Tensor(DT_FLOAT, {0, 2}), {}, ""},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(CompareTensors(c.got, c.expected, c.tolerance), c.difference) << c.got << c.expected;
  }
}

TEST(CompareTensors, DefaultToleranceIsFiveEpsilons) {
  EXPECT_DOUBLE_EQ(DefaultTolerance(DT_FLOAT).atol, 5 * 0x1p-23);
  EXPECT_DOUBLE_EQ(DefaultTolerance(DT_COMPLEX128).rtol, 5 * 0x1p-52);
  EXPECT_DOUBLE_EQ(DefaultTolerance(DT_HALF).atol, 5 * 0x1p-10);
  EXPECT_EQ(DefaultTolerance(DT_INT32).atol, 0);
}

}  // namespace
}  // namespace opgraft
