// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Element-wise functions on types that are computed in float: what a float that no kernel is
// registered for yet would give.
#include <vector>

#include "framework/types/numeric_types.h"
#include "gtest/gtest.h"
#include "kernels/elementwise/binary_element_function.h"
#include "kernels/elementwise/unary_element_function.h"

namespace opgraft {
namespace {

// More than the block that is converted at once.
constexpr int kMany = 600;

template <typename T>
std::vector<T> Some(int first) {
  std::vector<T> values;
  for (int i = 0; i < kMany; ++i) values.push_back(T(0.25f * static_cast<float>((first + i) % 32)));
  return values;
}

template <typename T>
void ExpectComputedInFloat() {
  const DataType dtype = DataTypeToEnum<T>::v();
  const std::vector<T> x = Some<T>(0), y = Some<T>(7);
  std::vector<T> out(kMany);
  bool less[kMany];

  const UnaryElementFunction square(loops::UnaryFunction::kSquare, dtype);
  ASSERT_TRUE(square) << dtype;
  square.Run(x.data(), out.data(), kMany);
  for (size_t i = 0; i < kMany; ++i) EXPECT_EQ(out[i], T(float{x[i]} * float{x[i]})) << dtype;

  const BinaryElementFunction mul(loops::BinaryFunction::kMul, dtype);
  ASSERT_TRUE(mul) << dtype;
  mul.Run(loops::kVectorVector, x.data(), y.data(), out.data(), kMany);
  for (size_t i = 0; i < kMany; ++i) EXPECT_EQ(out[i], T(float{x[i]} * float{y[i]})) << dtype;
  mul.Run(loops::kScalarVector, x.data() + 3, y.data(), out.data(), kMany);
  for (size_t i = 0; i < kMany; ++i) EXPECT_EQ(out[i], T(float{x[3]} * float{y[i]})) << dtype;

  const BinaryElementFunction is_less(loops::BinaryFunction::kLess, dtype);
  is_less.Run(loops::kVectorScalar, x.data(), y.data() + 5, less, kMany);
  for (size_t i = 0; i < kMany; ++i) EXPECT_EQ(less[i], float{x[i]} < float{y[5]}) << dtype;
}

TEST(ElementFunctions, ComputeEverySmallFloatInFloatAndRoundOnce) {
  ExpectComputedInFloat<half>();
  ExpectComputedInFloat<bfloat16>();
  ExpectComputedInFloat<float8_e5m2>();
  ExpectComputedInFloat<float8_e4m3fn>();
  ExpectComputedInFloat<float8_e5m2fnuz>();
  ExpectComputedInFloat<float4_e2m1fn>();
}

}  // namespace
}  // namespace opgraft
