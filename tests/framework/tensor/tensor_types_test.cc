// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/tensor_types.h"

#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(TTypes, MapMemoryAtAnyAddress) {
  float numbers[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  TTypes<float>::Matrix map(numbers + 1, 2, 4);
  EXPECT_EQ(map(1, 0), 5.0f);
  TTypes<float>::ConstFlat flat(numbers + 1, 8);
  const Eigen::Tensor<float, 0, Eigen::RowMajor> sum = flat.sum();
  EXPECT_EQ(sum(), 36.0f);
}

TEST(TensorShape, GivesEigenItsSizes) {
  const TensorShape shape({2, 3});
  EXPECT_EQ(shape.AsEigenDSizes<2>()[1], 3);
  EXPECT_EQ(shape.AsEigenDSizesWithPadding<4>()[1], 3);
  EXPECT_EQ(shape.AsEigenDSizesWithPadding<4>()[3], 1);
  EXPECT_EQ(shape.AsEigenDSizes<3>()[0], 0);
  EXPECT_EQ(shape.AsEigenDSizesWithPadding<1>()[0], 0);
}

}  // namespace
}  // namespace opgraft
