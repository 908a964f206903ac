// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/spectral/fft_plan.h"

#include <cmath>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/spectral/fft_plan_cache.h"
#include "kernels/spectral/real_fft_plan.h"

namespace opgraft_internal {
namespace {

template <typename T>
using Line = std::vector<FftComplex<T>>;

template <typename T>
Line<T> Some(int64_t n) {
  Line<T> line(static_cast<size_t>(n));
  for (size_t k = 0; k < line.size(); ++k)
    line[k] = {static_cast<T>(k * k % 17) - 8, static_cast<T>(k * 7 % 13) - 6};
  return line;
}

// One result by definition, in long double.
FftComplex<double> ByDefinition(const Line<double>& in, int64_t k) {
  const auto n = static_cast<int64_t>(in.size());
  long double re = 0, im = 0;
  for (int64_t j = 0; j < n; ++j) {
    const auto& x = in[static_cast<size_t>(j)];
    const long double angle =
        2 * acosl(-1.0L) * static_cast<long double>(j * k % n) / static_cast<long double>(n);
    re += x.re * cosl(angle) + x.im * sinl(angle);
    im += x.im * cosl(angle) - x.re * sinl(angle);
  }
  return {static_cast<double>(re), static_cast<double>(im)};
}

TEST(FftPlan, TransformsEveryLength) {
  std::vector<int64_t> lengths = {256, 360, 1000, 1009, 1024, 2 * 997, 31 * 31, 37 * 27};
  for (int64_t n = 1; n <= 130; ++n) lengths.push_back(n);
  for (const int64_t n : lengths) {
    const auto plan = FftPlan<double>::Make(n);
    ASSERT_TRUE(plan.ok()) << plan.status();
    const Line<double> in = Some<double>(n);
    Line<double> out = in, scratch(static_cast<size_t>((*plan)->scratch_size()));
    (*plan)->Run(out.data(), scratch.data());
    for (int64_t k = 0; k < n; k += 1 + n / 9) {
      const auto want = ByDefinition(in, k);
      EXPECT_NEAR(out[static_cast<size_t>(k)].re, want.re, 1e-12 * static_cast<double>(n)) << n;
      EXPECT_NEAR(out[static_cast<size_t>(k)].im, want.im, 1e-12 * static_cast<double>(n)) << n;
    }
  }
}

// A length that is prime must not take its square of operations.
TEST(FftPlan, TakesFewOperationsForEveryLength) {
  for (const int64_t n : {int64_t{1} << 20, int64_t{1000003}, 2 * int64_t{524287}}) {
    const auto plan = FftPlan<float>::Make(n);
    ASSERT_TRUE(plan.ok()) << plan.status();
    EXPECT_LT((*plan)->cost(), 300.0 * static_cast<double>(n)) << n;
    EXPECT_FALSE((*plan)->is_small());
  }
}

TEST(RealFftPlan, IsTheComplexOneOfRealNumbers) {
  for (int64_t n = 1; n <= 80; ++n) {
    const auto real = RealFftPlan<double>::Make(n);
    const auto complex = FftPlan<double>::Make(n);
    ASSERT_TRUE(real.ok() && complex.ok());
    std::vector<double> in(static_cast<size_t>(n)), back(in.size());
    Line<double> all(in.size()), half(static_cast<size_t>(n / 2 + 1));
    Line<double> scratch(static_cast<size_t>((*real)->scratch_size() + (*complex)->scratch_size()));
    for (size_t k = 0; k < in.size(); ++k) {
      in[k] = static_cast<double>(k * k % 11) - 5;
      all[k] = {in[k], 0};
    }
    (*complex)->Run(all.data(), scratch.data());
    (*real)->Forward(in.data(), half.data(), scratch.data());
    for (size_t k = 0; k < half.size(); ++k) {
      EXPECT_NEAR(half[k].re, all[k].re, 1e-11) << n;
      EXPECT_NEAR(half[k].im, all[k].im, 1e-11) << n;
    }
    (*real)->Backward(half.data(), back.data(), scratch.data());
    for (size_t k = 0; k < in.size(); ++k) EXPECT_NEAR(back[k], in[k], 1e-12) << n;
  }
}

TEST(FftPlanCache, KeepsWhatIsSmall) {
  FftPlanCache<FftPlan<float>> cache;
  const auto first = cache.Get(24), again = cache.Get(24);
  ASSERT_TRUE(first.ok() && again.ok());
  EXPECT_EQ(*first, *again);
  for (int64_t n = 1; n < 10; ++n) ASSERT_TRUE(cache.Get(n).ok());
  EXPECT_NE(*first, *cache.Get(24));
  EXPECT_NE(*cache.Get(1 << 16), *cache.Get(1 << 16));
}

}  // namespace
}  // namespace opgraft_internal
