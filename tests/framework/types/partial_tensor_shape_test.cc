// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/partial_tensor_shape.h"

#include <vector>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

constexpr DimRange kAny;
constexpr int64_t kHuge = int64_t{1} << 62;

PartialTensorShape Shape(std::vector<DimRange> dims) { return PartialTensorShape::OfRanges(dims); }
const PartialTensorShape kUnknown;

TEST(DimRange, PrintsWhatIsKnown) {
  EXPECT_EQ(DimRange(3).DebugString(), "3");
  EXPECT_EQ(DimRange(-1).DebugString(), "?");
  EXPECT_EQ(DimRange(2, 5).DebugString(), "2..5");
  EXPECT_EQ(DimRange(2, DimRange::kUnbounded).DebugString(), "2..");
  EXPECT_EQ(DimRange(0, 5).DebugString(), "..5");
  EXPECT_EQ(DimRange(0, 0).DebugString(), "0");
}

TEST(PartialTensorShape, PrintsWhatIsKnown) {
  EXPECT_EQ(kUnknown.DebugString(), "<unknown>");
  EXPECT_EQ(PartialTensorShape({}).DebugString(), "[]");
  EXPECT_EQ(PartialTensorShape({2, -1}).DebugString(), "[2,?]");
  EXPECT_EQ(Shape({DimRange(2, 5), DimRange(3)}).DebugString(), "[2..5,3]");
  EXPECT_EQ(
      PartialTensorShapeUtils::PartialShapeListString({PartialTensorShape({2, -1}), kUnknown}),
      "[[2,?], <unknown>]");
}

TEST(PartialTensorShape, AnswersMinusOneForWhatIsNotKnown) {
  const PartialTensorShape shape = Shape({DimRange(2), kAny, DimRange(2, 5)});
  EXPECT_EQ(shape.dims(), 3);
  EXPECT_EQ(shape.dim_size(0), 2);
  EXPECT_EQ(shape.dim_size(1), -1);
  EXPECT_EQ(shape.dim_size(2), -1);
  EXPECT_EQ(shape.dim_size(3), -1);
  EXPECT_EQ(shape.dim_size(-1), -1);
  EXPECT_EQ(shape.num_elements(), -1);
  EXPECT_EQ(kUnknown.dims(), -1);
  EXPECT_EQ(PartialTensorShape({2, 3}).num_elements(), 6);
}

TEST(PartialTensorShape, BecomesATensorShapeWhenFullyDefined) {
  TensorShape shape;
  EXPECT_TRUE(PartialTensorShape({2, 3}).AsTensorShape(&shape));
  EXPECT_EQ(shape, TensorShape({2, 3}));
  EXPECT_FALSE(PartialTensorShape({2, -1}).AsTensorShape(&shape));
  EXPECT_FALSE(kUnknown.AsTensorShape(&shape));
  EXPECT_FALSE(kUnknown.IsFullyDefined());
  EXPECT_TRUE(PartialTensorShape(TensorShape({4})).IsFullyDefined());
  EXPECT_EQ(Shape({DimRange(2, 5), kAny}).MinShape(), TensorShape({2, 0}));
}

struct Pair {
  PartialTensorShape a, b;
  bool relaxes;     // a relaxes b
  bool compatible;  // either way
};

TEST(PartialTensorShape, RelaxesWhatItContains) {
  const Pair cases[] = {
      {kUnknown, kUnknown, true, true},
      {kUnknown, PartialTensorShape({2}), true, true},
      {PartialTensorShape({2}), kUnknown, false, true},
      {PartialTensorShape({-1}), kUnknown, false, true},
      {PartialTensorShape({-1}), PartialTensorShape({-1}), true, true},
      {PartialTensorShape({-1}), PartialTensorShape({7}), true, true},
      {PartialTensorShape({7}), PartialTensorShape({-1}), false, true},
      {PartialTensorShape({7}), PartialTensorShape({8}), false, false},
      {PartialTensorShape({7}), PartialTensorShape({7, 7}), false, false},
      {Shape({DimRange(1, 10)}), PartialTensorShape({1}), true, true},
      {PartialTensorShape({1}), Shape({DimRange(1, 2)}), false, true},
      {Shape({DimRange(1, 3)}), PartialTensorShape({-1}), false, true},
      {Shape({DimRange(2, 5)}), Shape({DimRange(4, 7)}), false, true},
      {Shape({DimRange(2, 5)}), Shape({DimRange(6, 7)}), false, false},
  };
  for (const Pair& c : cases) {
    EXPECT_EQ(c.a.Relaxes(c.b), c.relaxes) << c.a << " " << c.b;
    EXPECT_EQ(c.a.IsCompatibleWith(c.b), c.compatible) << c.a << " " << c.b;
    EXPECT_EQ(c.b.IsCompatibleWith(c.a), c.compatible) << c.a << " " << c.b;
  }
}

TEST(PartialTensorShape, AdmitsTheShapesThatFit) {
  EXPECT_TRUE(kUnknown.Admits({7, 8}));
  EXPECT_TRUE(PartialTensorShape({2, -1}).Admits({2, 0}));
  EXPECT_FALSE(PartialTensorShape({2, -1}).Admits({3, 0}));
  EXPECT_FALSE(PartialTensorShape({2, -1}).Admits({2}));
  EXPECT_TRUE(PartialTensorShape(TensorShape()).Admits({}));
  EXPECT_FALSE(Shape({DimRange(2, 5)}).Admits({1}));
  EXPECT_TRUE(Shape({DimRange(2, 5)}).Admits({5}));
  EXPECT_FALSE(Shape({DimRange(2, 5)}).Admits({6}));
}

TEST(PartialTensorShape, MergesWhatIsKnownFromBoth) {
  PartialTensorShape result;
  EXPECT_TRUE(PartialTensorShape({2, -1}).MergeWith(PartialTensorShape({-1, 3}), &result).ok());
  EXPECT_EQ(result, PartialTensorShape({2, 3}));
  EXPECT_TRUE(Shape({DimRange(2, 5)}).MergeWith(Shape({DimRange(4, 7)}), &result).ok());
  EXPECT_EQ(result, Shape({DimRange(4, 5)}));
  EXPECT_TRUE(kUnknown.MergeWith(PartialTensorShape({2, -1}), &result).ok());
  EXPECT_EQ(result, PartialTensorShape({2, -1}));
  EXPECT_TRUE(result.MergeWith(PartialTensorShape({-1, 9}), &result).ok());
  EXPECT_EQ(result, PartialTensorShape({2, 9}));
  EXPECT_EQ(PartialTensorShape({2}).MergeWith(PartialTensorShape({3}), &result).message(),
            "Incompatible shapes during merge: [2] vs. [3]");
  EXPECT_FALSE(
      PartialTensorShape({kHuge, -1}).MergeWith(PartialTensorShape({-1, kHuge}), &result).ok());
}

TEST(PartialTensorShape, JoinsToWhatHoldsForBoth) {
  EXPECT_EQ(PartialTensorShape({2, 3}).Join(PartialTensorShape({2, 4})),
            PartialTensorShape({2, -1}));
  EXPECT_EQ(PartialTensorShape({2}).Join(PartialTensorShape({2, 4})), kUnknown);
  EXPECT_EQ(PartialTensorShape({2}).Join(kUnknown), kUnknown);
  EXPECT_EQ(PartialTensorShape({-1}).Join(PartialTensorShape({-1})), PartialTensorShape({-1}));
}

TEST(PartialTensorShape, Changes) {
  PartialTensorShape shape({2});
  shape.AddDim(-1);
  shape.set_dim(0, DimRange(1, 4));
  EXPECT_EQ(shape.DebugString(), "[1..4,?]");
  shape.set_dim(9, 3);
  EXPECT_EQ(shape.Concatenate(3).DebugString(), "[1..4,?,3]");
  EXPECT_EQ(shape.Concatenate(PartialTensorShape({5, 6})).DebugString(), "[1..4,?,5,6]");
  EXPECT_EQ(shape.Concatenate(kUnknown), kUnknown);
  EXPECT_FALSE(shape.AddDimWithStatus(-2).ok());
  EXPECT_FALSE(shape.SetDimWithStatus(2, 1).ok());
  EXPECT_FALSE(shape.SetDimWithStatus(0, -2).ok());
  EXPECT_TRUE(shape.SetDimWithStatus(0, 8).ok());
  EXPECT_EQ(shape, PartialTensorShape({8, -1}));
  PartialTensorShape unknown;
  unknown.AddDim(3);
  EXPECT_TRUE(unknown.unknown_rank());
}

TEST(PartialTensorShape, RefusesWhatNoShapeCanBe) {
  EXPECT_FALSE(PartialTensorShape::BuildPartialTensorShape({-2}).ok());
  EXPECT_FALSE(PartialTensorShape::BuildPartialTensorShape({kHuge, -1, 4}).ok());
  EXPECT_FALSE(PartialTensorShape::BuildPartialTensorShape(std::vector<int64_t>(255, 1)).ok());
  EXPECT_TRUE(PartialTensorShape::BuildPartialTensorShape(std::vector<int64_t>(254, 1)).ok());
  // The plain forms then know nothing.
  EXPECT_EQ(PartialTensorShape({kHuge, 4}), kUnknown);
  EXPECT_EQ(PartialTensorShape::UnknownOfRank(255), kUnknown);
  EXPECT_EQ(PartialTensorShape::UnknownOfRank(2), PartialTensorShape({-1, -1}));
  const int32_t sizes[] = {2, -1};
  PartialTensorShape shape;
  EXPECT_TRUE(PartialTensorShape::MakePartialShape(sizes, 2, &shape).ok());
  EXPECT_EQ(shape, PartialTensorShape({2, -1}));
  EXPECT_FALSE(PartialTensorShape::MakePartialShape(sizes, -1, &shape).ok());
}

TEST(PartialTensorShape, ComparesLists) {
  const std::vector<PartialTensorShape> a = {PartialTensorShape({2, -1}), kUnknown};
  const std::vector<PartialTensorShape> b = {PartialTensorShape({2, 3}), kUnknown};
  EXPECT_TRUE(PartialTensorShapeUtils::AreCompatible(a, b));
  EXPECT_FALSE(PartialTensorShapeUtils::AreIdentical(a, b));
  EXPECT_TRUE(PartialTensorShapeUtils::AreIdentical(a, a));
  EXPECT_FALSE(PartialTensorShapeUtils::AreCompatible(a, absl::MakeConstSpan(b).subspan(1)));
  EXPECT_TRUE(PartialTensorShapeUtils::IsCompatible(a[0], b[0]));
}

}  // namespace
}  // namespace opgraft
