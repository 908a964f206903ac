// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/tensor_shape.h"

#include <utility>
#include <vector>

#include "framework/types/partial_tensor_shape.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

constexpr int64_t kHuge = int64_t{1} << 62;

std::vector<int64_t> Ones(size_t n) { return std::vector<int64_t>(n, 1); }

TEST(TensorShape, StartsAsAScalar) {
  const TensorShape shape{};
  EXPECT_EQ(shape.dims(), 0);
  EXPECT_EQ(shape.num_elements(), 1);
  EXPECT_EQ(shape.DebugString(), "[]");
  EXPECT_EQ(TensorShape({}), shape);
}

TEST(TensorShape, KnowsItsSizes) {
  const int rows = 2;
  const int64_t columns = 3;
  const TensorShape shape({rows, columns, 4});
  EXPECT_EQ(shape.dims(), 3);
  EXPECT_EQ(shape.dim_size(1), 3);
  EXPECT_EQ(shape.num_elements(), 24);
  EXPECT_EQ(shape.DebugString(), "[2,3,4]");
  std::vector<int64_t> sizes;
  for (const TensorShapeDim& dim : shape) sizes.push_back(dim.size);
  EXPECT_EQ(sizes, (std::vector<int64_t>{2, 3, 4}));
}

TEST(TensorShape, HasNoDimensionOutsideItsRank) {
  const TensorShape shape({2, 3});
  EXPECT_EQ(shape.dim_size(-1), -1);
  EXPECT_EQ(shape.dim_size(2), -1);
}

struct InvalidCase {
  std::vector<int64_t> sizes;
  const char* message;
};

TEST(TensorShape, SaysWhatMakesItInvalid) {
  const InvalidCase cases[] = {
      {{-1}, "dimension 0 is -1"},
      {{2, 0, -5}, "dimension 2 is -5"},
      {{kHuge, 4},
       "shape [4611686018427387904,4] has too many elements: the product is beyond int64"},
      {{kHuge, kHuge, 0},
       "shape [4611686018427387904,4611686018427387904,0] has too many elements: the product is "
       "beyond int64"},
      {{0, kHuge, kHuge},
       "shape [0,4611686018427387904,4611686018427387904] has too many elements: the product is "
       "beyond int64"},
      {{1, 1, 1, 1, INT64_MIN}, "dimension 4 is -9223372036854775808"},
      {Ones(255), "a shape has at most 254 dimensions"},
      {Ones(100000), "a shape has at most 254 dimensions"},
  };
  for (const InvalidCase& c : cases) {
    const TensorShape shape(c.sizes);
    EXPECT_FALSE(shape.IsValid());
    EXPECT_LT(shape.num_elements(), 0);
    EXPECT_EQ(shape.Validate(), absl::InvalidArgumentError(c.message));
    EXPECT_EQ(TensorShape::BuildTensorShape(c.sizes).status(),
              absl::InvalidArgumentError(c.message));
  }
  EXPECT_TRUE(TensorShape(Ones(254)).IsValid());
  EXPECT_TRUE(TensorShape({INT64_MAX}).IsValid());
  EXPECT_TRUE(TensorShape({0, INT64_MAX}).IsValid());
}

TEST(TensorShape, RefusedChangesLeaveItAsItWas) {
  TensorShape shape({kHuge, 1});
  EXPECT_FALSE(shape.AddDimWithStatus(2).ok());
  EXPECT_FALSE(shape.SetDimWithStatus(1, 2).ok());
  EXPECT_FALSE(shape.SetDimWithStatus(2, 1).ok());
  EXPECT_FALSE(shape.InsertDimWithStatus(3, 1).ok());
  EXPECT_FALSE(shape.InsertDimWithStatus(0, -1).ok());
  EXPECT_FALSE(shape.AppendShapeWithStatus(TensorShape({2})).ok());
  EXPECT_FALSE(shape.RemoveDimWithStatus(2).ok());
  EXPECT_FALSE(shape.RemoveDimWithStatus(-1).ok());
  EXPECT_FALSE(shape.RemoveLastDimsWithStatus(3).ok());
  EXPECT_FALSE(shape.RemoveDimRangeWithStatus(0, 5).ok());
  EXPECT_FALSE(TensorShape::BuildTensorShape({-1}, &shape).ok());
  EXPECT_EQ(shape, TensorShape({kHuge, 1}));
}

TEST(TensorShape, PlainChangesMakeItInvalidInsteadOfAborting) {
  TensorShape shape({2});
  shape.AddDim(-3);
  EXPECT_EQ(shape.Validate().message(), "dimension 1 is -3");
  shape.set_dim(1, 3);
  EXPECT_TRUE(shape.IsValid());
  EXPECT_EQ(shape.num_elements(), 6);
  shape.set_dim(7, 3);
  shape.RemoveDim(7);
  EXPECT_EQ(shape, TensorShape({2, 3}));
}

TEST(TensorShape, ChangesAcrossTheInlineBorder) {
  TensorShape shape;
  for (int64_t i = 1; i <= 10; ++i) shape.AddDim(i);
  EXPECT_EQ(shape.DebugString(), "[1,2,3,4,5,6,7,8,9,10]");
  EXPECT_EQ(shape.num_elements(), 3628800);
  shape.InsertDim(0, 11);
  shape.set_dim(1, 12);
  EXPECT_EQ(shape.DebugString(), "[11,12,2,3,4,5,6,7,8,9,10]");
  shape.RemoveDimRange(1, 9);
  EXPECT_EQ(shape.DebugString(), "[11,9,10]");
  shape.RemoveDim(0);
  shape.AppendShape(TensorShape({1, 2, 3}));
  EXPECT_EQ(shape.DebugString(), "[9,10,1,2,3]");
  shape.RemoveLastDims(2);
  EXPECT_EQ(shape, TensorShape({9, 10, 1}));
  shape.RemoveDimRange(1, -1);  // -1 stands behind the last
  EXPECT_EQ(shape, TensorShape({9}));
  shape.Clear();
  EXPECT_EQ(shape, TensorShape());
}

TEST(TensorShape, CopiesAndMovesOnBothSidesOfTheBorder) {
  const TensorShape small({2, 3});
  const TensorShape large({1, 2, 3, 4, 5, 6});
  TensorShape shape = large;
  EXPECT_EQ(shape, large);
  shape = small;
  EXPECT_EQ(shape, small);
  shape = large;
  const TensorShape& self = shape;
  shape = self;
  EXPECT_EQ(shape, large);
  TensorShape moved = std::move(shape);
  EXPECT_EQ(moved, large);
  EXPECT_EQ(shape, TensorShape());  // NOLINT(bugprone-use-after-move): it promises to be a scalar
  shape = std::move(moved);
  EXPECT_EQ(shape, large);
}

TEST(TensorShape, ComparesRankAndSizes) {
  EXPECT_EQ(TensorShape({1, 2, 3, 4, 5}), TensorShape({1, 2, 3, 4, 5}));
  EXPECT_NE(TensorShape({1, 2, 3, 4, 5}), TensorShape({1, 2, 3, 4, 6}));
  EXPECT_NE(TensorShape({1, 2, 3, 4}), TensorShape({1, 2, 3, 5}));
  EXPECT_NE(TensorShape({0}), TensorShape());
  EXPECT_NE(TensorShape({2, 0}), TensorShape({2}));
}

TEST(TensorShapeUtils, TestsRanks) {
  EXPECT_TRUE(TensorShapeUtils::IsScalar(TensorShape()));
  EXPECT_TRUE(TensorShapeUtils::IsVector(TensorShape({2})));
  EXPECT_TRUE(TensorShapeUtils::IsMatrix(TensorShape({2, 3})));
  EXPECT_FALSE(TensorShapeUtils::IsSquareMatrix(TensorShape({2, 3})));
  EXPECT_TRUE(TensorShapeUtils::IsMatrixOrHigher(TensorShape({2, 3, 4})));
  EXPECT_FALSE(TensorShapeUtils::IsVectorOrHigher(TensorShape()));
}

TEST(TensorShapeUtils, MakesShapesOfShapeTensors) {
  TensorShape shape;
  const int32_t sizes[] = {2, 3};
  EXPECT_TRUE(TensorShapeUtils::MakeShape(sizes, 2, &shape).ok());
  EXPECT_EQ(shape, TensorShape({2, 3}));
  EXPECT_FALSE(TensorShapeUtils::MakeShape(sizes, int64_t{1} << 40, &shape).ok());
  EXPECT_FALSE(TensorShapeUtils::MakeShape(sizes, -1, &shape).ok());
  const int64_t unknown[] = {2, -1};
  EXPECT_FALSE(TensorShapeUtils::MakeShape(unknown, 2, &shape).ok());
  EXPECT_EQ(shape, TensorShape({2, 3}));
}

TEST(TensorShapeUtils, MakesShapesOfLists) {
  const std::vector<int32_t> ints = {2, 3};
  const std::vector<int64_t> longs = {4, -1};
  TensorShape shape;
  EXPECT_TRUE(TensorShapeUtils::MakeShape(ints, &shape).ok());
  EXPECT_EQ(shape, TensorShape({2, 3}));
  EXPECT_FALSE(TensorShapeUtils::MakeShape(longs, &shape).ok());
  PartialTensorShape partial;
  EXPECT_TRUE(TensorShapeUtils::MakeShape(ints, &partial).ok());
  EXPECT_EQ(partial, PartialTensorShape({2, 3}));
  EXPECT_TRUE(TensorShapeUtils::MakeShape(longs, &partial).ok());
  EXPECT_EQ(partial, PartialTensorShape({4, -1}));
  EXPECT_FALSE(TensorShapeUtils::MakeShape(std::vector<int64_t>{-2}, &partial).ok());
  EXPECT_EQ(partial, PartialTensorShape({4, -1}));
}

TEST(TensorShapeUtils, ComparesBeginningsAndEnds) {
  const TensorShape shape({2, 3, 4});
  EXPECT_TRUE(TensorShapeUtils::StartsWith(shape, TensorShape({2, 3})));
  EXPECT_FALSE(TensorShapeUtils::StartsWith(TensorShape({2, 3}), shape));
  EXPECT_TRUE(TensorShapeUtils::EndsWith(shape, TensorShape({3, 4})));
  EXPECT_FALSE(TensorShapeUtils::EndsWith(shape, TensorShape({3})));
  EXPECT_EQ(TensorShapeUtils::ShapeListString({TensorShape({2, 3}), TensorShape()}), "[[2,3], []]");
  int64_t product = 0;
  EXPECT_TRUE(TensorShapeUtils::NumElements({2, 3}, &product).ok());
  EXPECT_EQ(product, 6);
  EXPECT_FALSE(TensorShapeUtils::NumElements({kHuge, 4}, &product).ok());
}

}  // namespace
}  // namespace opgraft
