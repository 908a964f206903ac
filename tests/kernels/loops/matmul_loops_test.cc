// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/matmul_loops.h"

#include <cmath>
#include <complex>
#include <limits>
#include <random>

#include "gtest/gtest.h"
#include "tests/kernels/loops/levels.h"

namespace opgraft_internal {
namespace loops {

OPGRAFT_LEVELS_OF(MatMulLoop, FindFloatMatMulLoop, (), ());
OPGRAFT_LEVELS_OF(MatMulLoop, FindDoubleMatMulLoop, (), ());
OPGRAFT_LEVELS_OF(MatMulLoop, FindExactMatMulLoop, (DataType dtype), (dtype));
OPGRAFT_LEVELS_OF(MatMulLoop, FindRowMatMulLoop, (DataType dtype), (dtype));

namespace {

// Small whole numbers, so that every order of additions gives the same.
template <typename T>
std::vector<T> Numbers(int64_t n, int seed) {
  std::vector<T> values;
  for (int64_t i = 0; i < n; ++i)
    values.push_back(static_cast<T>(static_cast<int8_t>((i * 7 + seed) % 13 - 6)));
  return values;
}

// Rows in memory are three elements longer than the matrices.
template <typename T>
void ExpectProduct(MatMulLoop loop, int64_t m, int64_t n, int64_t k, bool transpose_b) {
  const int64_t b_stride = (transpose_b ? k : n) + 3;
  const std::vector<T> a = Numbers<T>(m * (k + 3), 1),
                       b = Numbers<T>((transpose_b ? n : k) * b_stride, 5);
  std::vector<T> c(static_cast<size_t>(m * (n + 3)), T(77));
  loop({a.data(), b.data(), c.data(), m, n, k, k + 3, b_stride, n + 3, transpose_b});
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n + 3; ++j) {
      T want = j < n ? T(0) : T(77);
      for (int64_t l = 0; l < k && j < n; ++l) {
        want = static_cast<T>(
            want + a[static_cast<size_t>(i * (k + 3) + l)] *
                       b[static_cast<size_t>(transpose_b ? j * b_stride + l : l * b_stride + j)]);
      }
      if (i + 1 == m && j >= n) continue;  // Behind the end.
      ASSERT_EQ(c[static_cast<size_t>(i * (n + 3) + j)], want)
          << m << "x" << n << "x" << k << " at " << i << "," << j;
    }
  }
}

template <typename T>
void ExpectProducts(const std::vector<MatMulLoop>& levels, bool only_rows = false) {
  const int64_t sizes[] = {1, 2, 5, 16, 33, 70};
  for (MatMulLoop level : levels) {
    for (int64_t m : sizes) {
      for (int64_t n : sizes) {
        for (int64_t k : {1, 3, 64, 130}) {
          if (only_rows && m != 1) continue;
          ExpectProduct<T>(level, m, n, k, false);
          ExpectProduct<T>(level, m, n, k, true);
        }
      }
    }
  }
}

TEST(MatMulLoops, MultiplyFloats) { ExpectProducts<float>(FindFloatMatMulLoopOfLevels()); }
TEST(MatMulLoops, MultiplyDoubles) { ExpectProducts<double>(FindDoubleMatMulLoopOfLevels()); }
TEST(MatMulLoops, MultiplyARow) {
  ExpectProducts<float>(FindRowMatMulLoopOfLevels(DT_FLOAT), true);
  ExpectProducts<double>(FindRowMatMulLoopOfLevels(DT_DOUBLE), true);
}
// Of matrices so large that they are not packed.
TEST(MatMulLoops, MultiplyAFewColumns) {
  for (const MatMulLoop level : FindFloatMatMulLoopOfLevels()) {
    for (int64_t n = 1; n <= 9; ++n) {
      ExpectProduct<float>(level, 67, n, 600, false);
      ExpectProduct<float>(level, 34, n, 2061, false);  // more than two blocks of b
      ExpectProduct<float>(level, 3, n, 11000, false);
    }
  }
}
TEST(MatMulLoops, MultiplyAFewRows) {
  for (const MatMulLoop level : FindFloatMatMulLoopOfLevels()) {
    for (int64_t m = 2; m <= 17; ++m) {
      for (const bool transpose_b : {false, true}) {
        ExpectProduct<float>(level, m, 600, 67, transpose_b);
        ExpectProduct<float>(level, m, 37, 1025, transpose_b);
        ExpectProduct<float>(level, m, 2, 16384, transpose_b);
      }
    }
  }
}
TEST(MatMulLoops, MultiplyIntegersThatWrap) {
  ExpectProducts<uint8_t>(FindExactMatMulLoopOfLevels(DT_UINT8));
  ExpectProducts<int32_t>(FindExactMatMulLoopOfLevels(DT_INT32));
  ExpectProducts<int64_t>(FindExactMatMulLoopOfLevels(DT_INT64));
}
TEST(MatMulLoops, MultiplyComplexNumbers) {
  ExpectProducts<std::complex<float>>(FindExactMatMulLoopOfLevels(DT_COMPLEX64));
  ExpectProducts<std::complex<double>>(FindExactMatMulLoopOfLevels(DT_COMPLEX128));
}

// Real numbers: each product and each sum rounds, so a result may differ from the exact one by the
// unit roundoff for each of the k steps, times the sum of the products' sizes. Whatever the order.
template <typename T>
void ExpectSmallErrors(const std::vector<MatMulLoop>& levels, int64_t m, int64_t n = 33) {
  constexpr int64_t k = 130;
  std::mt19937 random(301);
  std::uniform_real_distribution<T> numbers(-1, 1);
  std::vector<T> a(static_cast<size_t>(m * k)), b(static_cast<size_t>(k * n));
  for (T& x : a) x = numbers(random);
  for (T& x : b) x = numbers(random);
  for (MatMulLoop level : levels) {
    std::vector<T> c(static_cast<size_t>(m * n));
    level({a.data(), b.data(), c.data(), m, n, k, k, n, n, /*transpose_b=*/false});
    for (size_t i = 0; i < c.size(); ++i) {
      long double exact = 0, size = 0;
      for (size_t l = 0; l < k; ++l) {
        const long double product = static_cast<long double>(a[i / n * k + l]) * b[l * n + i % n];
        exact += product;
        size += std::abs(product);
      }
      EXPECT_LE(std::abs(c[i] - exact),
                static_cast<long double>(k) * std::numeric_limits<T>::epsilon() * size)
          << i;
    }
  }
}

TEST(MatMulLoops, RoundWithinTheBoundOfTheirLength) {
  ExpectSmallErrors<float>(FindFloatMatMulLoopOfLevels(), 7);
  ExpectSmallErrors<float>(FindFloatMatMulLoopOfLevels(), 7, 300);  // not packed
  ExpectSmallErrors<double>(FindDoubleMatMulLoopOfLevels(), 7);
  ExpectSmallErrors<float>(FindRowMatMulLoopOfLevels(DT_FLOAT), 1);
  ExpectSmallErrors<double>(FindRowMatMulLoopOfLevels(DT_DOUBLE), 1);
}

// A zero in the other operand hides neither infinity nor NaN, and neither reaches another element.
TEST(MatMulLoops, KeepNaNInItsRowAndColumn) {
  constexpr int64_t m = 5, n = 18, k = 9;
  for (MatMulLoop level : FindFloatMatMulLoopOfLevels()) {
    std::vector<float> a(m * k, 1), b(k * n, 1), c(m * n);
    a[2 * k + 3] = std::numeric_limits<float>::infinity();
    b[3 * n + 4] = 0;
    level({a.data(), b.data(), c.data(), m, n, k, k, n, n, /*transpose_b=*/false});
    for (int64_t i = 0; i < m; ++i) {
      for (int64_t j = 0; j < n; ++j) {
        const float got = c[static_cast<size_t>(i * n + j)];
        if (i == 2 && j == 4) {
          EXPECT_TRUE(std::isnan(got)) << got;
        } else if (i == 2) {
          EXPECT_EQ(got, std::numeric_limits<float>::infinity());
        } else {
          EXPECT_EQ(got, j == 4 ? 8.0f : 9.0f);
        }
      }
    }
  }
}

TEST(MatMulLoops, ThereIsNoneForOtherTypes) {
  for (const DataType dtype : {DT_INVALID, DT_STRING, DT_HALF, DT_BFLOAT16, DT_VARIANT}) {
    EXPECT_EQ(FindMatMulLoop(dtype), nullptr) << dtype;
    EXPECT_EQ(FindRowMatMulLoop(dtype), nullptr) << dtype;
  }
  EXPECT_EQ(FindRowMatMulLoop(DT_INT32), nullptr);
}

TEST(MatMulLoops, BlocksOfColumnsAndDepthAreJoined) {
  ExpectProduct<int32_t>(FindMatMulLoop(DT_INT32), 3, 600, 200, true);
}

}  // namespace
}  // namespace loops
}  // namespace opgraft_internal
