// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/arithmetic_sequence.h"

#include <cstdint>
#include <limits>

#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

template <typename T>
Tensor Number(T value) {
  Tensor tensor(DataTypeToEnum<T>::v(), TensorShape());
  *static_cast<T*>(tensor.data()) = value;
  return tensor;
}

template <typename T>
absl::StatusOr<ArithmeticSequence> Make(T start, T stop, T step, DataType type) {
  return ArithmeticSequence::Make(Number(start), Number(stop), Number(step), type);
}

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

TEST(ArithmeticSequenceTest, EndsBeforeTheStop) {
  const auto up = Make<int32_t>(1, 8, 3, DT_INT32);
  ASSERT_TRUE(up.ok()) << up.status();
  EXPECT_EQ(up->size(), 3);
  EXPECT_EQ(up->IntegerAt(2), 7);
  EXPECT_EQ(Make<float>(1, 0, -0.25F, DT_FLOAT)->size(), 4);
  EXPECT_EQ(Make<int32_t>(1, 8, -3, DT_INT32)->size(), 0);
  EXPECT_EQ(Make<int32_t>(1, 8, 0, DT_INT32)->size(), 0);
}

TEST(ArithmeticSequenceTest, CutsFractionsOffForIntegers) {
  const auto cut = Make<float>(-2.7F, 3.9F, 1.9F, DT_INT64);
  ASSERT_TRUE(cut.ok()) << cut.status();
  EXPECT_EQ(cut->size(), 5);
  EXPECT_EQ(cut->IntegerAt(0), -2);
}

TEST(ArithmeticSequenceTest, CountsWithoutOverflow) {
  EXPECT_EQ(Make<int64_t>(kLeast, kMost, kMost, DT_INT64)->size(), 3);
  EXPECT_EQ(Make<int64_t>(kMost, kLeast, kLeast, DT_INT64)->size(), 2);
  EXPECT_FALSE(Make<int64_t>(kLeast, kMost, 1, DT_INT64).ok());
  EXPECT_FALSE(Make<double>(0, 1e300, 1e-300, DT_DOUBLE).ok());
}

TEST(ArithmeticSequenceTest, WantsThreeNumbers) {
  const Tensor one = Number<int32_t>(1);
  EXPECT_FALSE(
      ArithmeticSequence::Make(Tensor(DT_INT32, TensorShape({2})), one, one, DT_INT32).ok());
  EXPECT_FALSE(ArithmeticSequence::Make(Number(true), one, one, DT_INT32).ok());
  EXPECT_FALSE(Make<double>(0, std::numeric_limits<double>::quiet_NaN(), 1, DT_DOUBLE).ok());
  EXPECT_FALSE(Make<uint64_t>(0, ~uint64_t{0}, 1, DT_UINT64).ok());
}

}  // namespace
}  // namespace opgraft_internal
