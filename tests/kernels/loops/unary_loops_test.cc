// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/unary_loops.h"

#include <algorithm>
#include <cmath>

#include "gtest/gtest.h"
#include "tests/kernels/loops/levels.h"

namespace opgraft_internal {
namespace loops {

OPGRAFT_LEVELS_OF(UnaryLoop, FindUnaryLoop, (UnaryFunction function, DataType dtype),
                  (function, dtype));

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

template <typename T>
std::vector<T> Apply(UnaryLoop loop, std::vector<T> values) {
  loop(values.data(), values.data(), static_cast<int64_t>(values.size()));
  return values;
}

template <typename T>
std::vector<T> Apply(UnaryFunction function, DataType dtype, const std::vector<T>& values) {
  return Apply(FindUnaryLoop(function, dtype), values);
}

// How far `got` is from `want`, in units of got's last place.
template <typename T>
double Ulps(T got, long double want) {
  const T rounded = static_cast<T>(want);
  if (std::isnan(rounded) || std::isinf(rounded))
    return got == rounded || (got != got && rounded != rounded) ? 0 : 1e9;
  if (std::isinf(got)) return 1e9;
  int exponent = 0;
  std::frexp(rounded, &exponent);
  using Limits = std::numeric_limits<T>;
  const int last_place = std::max(exponent - Limits::digits, Limits::min_exponent - Limits::digits);
  return static_cast<double>(std::abs(static_cast<long double>(got) - want) /
                             std::ldexp(1.0L, last_place));
}

long double Logistic(long double x) {
  return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x));
}

struct Reference {
  UnaryFunction function;
  long double (*exact)(long double);
  double ulps = 2;
};
const Reference kReferences[] = {
    {UnaryFunction::kExp, [](long double x) { return std::exp(x); }},
    {UnaryFunction::kTanh, [](long double x) { return std::tanh(x); }},
    {UnaryFunction::kSigmoid, Logistic},
    {UnaryFunction::kSqrt, [](long double x) { return std::sqrt(x); }},
    {UnaryFunction::kRsqrt, [](long double x) { return 1 / std::sqrt(x); }},
    {UnaryFunction::kReciprocal, [](long double x) { return 1 / x; }},
    {UnaryFunction::kLog, [](long double x) { return std::log(x); }},
    {UnaryFunction::kErf, [](long double x) { return std::erf(x); }},
    {UnaryFunction::kErfc, [](long double x) { return std::erfc(x); }, 5},
    {UnaryFunction::kFloor, [](long double x) { return std::floor(x); }, 0},
    {UnaryFunction::kCeil, [](long double x) { return std::ceil(x); }, 0},
    {UnaryFunction::kRint, [](long double x) { return std::rint(x); }, 0},
};

template <typename T>
void ExpectNearReferences(DataType dtype) {
  std::vector<T> values = AnyBits<T>(20000);
  for (int i = -15000; i < 15000; ++i) values.push_back(static_cast<T>(i) * T(0.00713));
  for (const Reference& reference : kReferences) {
    const std::vector<T> out = Apply(reference.function, dtype, values);
    for (size_t i = 0; i < values.size(); ++i) {
      const long double want = reference.exact(static_cast<long double>(values[i]));
      ASSERT_LE(Ulps(out[i], want), reference.ulps)
          << values[i] << " gives " << out[i] << ", not " << want;
    }
  }
}

TEST(UnaryLoops, FloatsAreWithinAFewUlps) { ExpectNearReferences<float>(DT_FLOAT); }
TEST(UnaryLoops, DoublesAreWithinAFewUlps) { ExpectNearReferences<double>(DT_DOUBLE); }

TEST(UnaryLoops, SpecialValuesAreExact) {
  const std::vector<float> in = {0.f, -0.f, kInf, -kInf, kNan, 1000.f, -1000.f, 1e-40f};
  struct Case {
    UnaryFunction function;
    std::vector<float> out;
  };
  const std::vector<Case> cases = {
      {UnaryFunction::kExp, {1, 1, kInf, 0, kNan, kInf, 0, 1}},
      {UnaryFunction::kTanh, {0.f, -0.f, 1, -1, kNan, 1, -1, 1e-40f}},
      {UnaryFunction::kSigmoid, {0.5, 0.5, 1, 0, kNan, 1, 0, 0.5}},
      {UnaryFunction::kErfc, {1, 1, 0, 2, kNan, 0, 2, 1}},
      {UnaryFunction::kRelu, {0, 0, kInf, 0, kNan, 1000, 0, 1e-40f}},
      {UnaryFunction::kAbs, {0, 0, kInf, kInf, kNan, 1000, 1000, 1e-40f}},
      {UnaryFunction::kNeg, {-0.f, 0.f, -kInf, kInf, kNan, -1000, 1000, -1e-40f}},
      {UnaryFunction::kSquare, {0, 0, kInf, kInf, kNan, 1e6, 1e6, 0}},
  };
  for (const Case& c : cases) {
    EXPECT_TRUE(SameBits(Apply(c.function, DT_FLOAT, in), c.out)) << static_cast<int>(c.function);
  }
}

TEST(UnaryLoops, IntegersWrapAround) {
  const std::vector<int8_t> in = {-128, -127, -1, 0, 1, 127};
  EXPECT_EQ(Apply(UnaryFunction::kNeg, DT_INT8, in),
            (std::vector<int8_t>{-128, 127, 1, 0, -1, -127}));
  EXPECT_EQ(Apply(UnaryFunction::kAbs, DT_INT8, in),
            (std::vector<int8_t>{-128, 127, 1, 0, 1, 127}));
  EXPECT_EQ(Apply(UnaryFunction::kSquare, DT_INT8, in), (std::vector<int8_t>{0, 1, 1, 0, 1, 1}));
  EXPECT_EQ(Apply(UnaryFunction::kRelu, DT_INT8, in), (std::vector<int8_t>{0, 0, 0, 0, 1, 127}));
  EXPECT_EQ(Apply(UnaryFunction::kSquare, DT_UINT16, std::vector<uint16_t>{65535, 256}),
            (std::vector<uint16_t>{1, 0}));
  EXPECT_EQ(Apply(UnaryFunction::kAbs, DT_INT64, std::vector<int64_t>{INT64_MIN, -5}),
            (std::vector<int64_t>{INT64_MIN, 5}));
}

template <typename T>
void ExpectSameBitsOnEveryLevel(DataType dtype) {
  for (int f = 0; f <= static_cast<int>(UnaryFunction::kLogicalNot); ++f) {
    const std::vector<UnaryLoop> levels =
        FindUnaryLoopOfLevels(static_cast<UnaryFunction>(f), dtype);
    if (levels[0] == nullptr) continue;
    const std::vector<T> values = AnyBits<T>(1000);
    for (UnaryLoop level : levels)
      EXPECT_TRUE(SameBits(Apply(level, values), Apply(levels[0], values))) << f << " " << dtype;
  }
}

TEST(UnaryLoops, EveryLevelGivesTheSameBits) {
  ExpectSameBitsOnEveryLevel<float>(DT_FLOAT);
  ExpectSameBitsOnEveryLevel<double>(DT_DOUBLE);
  ExpectSameBitsOnEveryLevel<int8_t>(DT_INT8);
  ExpectSameBitsOnEveryLevel<int16_t>(DT_INT16);
  ExpectSameBitsOnEveryLevel<int32_t>(DT_INT32);
  ExpectSameBitsOnEveryLevel<uint64_t>(DT_UINT64);
}

TEST(UnaryLoops, ThereIsNoneForOtherTypes) {
  EXPECT_EQ(FindUnaryLoop(UnaryFunction::kExp, DT_INT32), nullptr);
  EXPECT_EQ(FindUnaryLoop(UnaryFunction::kAbs, DT_UINT8), nullptr);
  EXPECT_EQ(FindUnaryLoop(UnaryFunction::kNeg, DT_STRING), nullptr);
}

}  // namespace
}  // namespace loops
}  // namespace opgraft_internal
