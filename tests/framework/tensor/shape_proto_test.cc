// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/shape_proto.h"

#include <vector>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

TensorShapeProto Proto(const std::vector<int64_t>& sizes) {
  TensorShapeProto proto;
  for (int64_t size : sizes) proto.add_dim()->set_size(size);
  return proto;
}

TEST(ShapeProto, GoesThereAndBack) {
  TensorShapeProto proto;
  const TensorShape shape({2, 0, 3});
  ToProto(shape, &proto);
  EXPECT_EQ(*TensorShapeFromProto(proto), shape);
  for (const PartialTensorShape& partial :
       {PartialTensorShape(), PartialTensorShape({}), PartialTensorShape({2, -1})}) {
    ToProto(partial, &proto);
    EXPECT_EQ(*PartialTensorShapeFromProto(proto), partial);
    EXPECT_TRUE(ValidateShapeProto(proto).ok());
  }
}

TEST(ShapeProto, RefusesWhatNoShapeCanBe) {
  TensorShapeProto unknown;
  unknown.set_unknown_rank(true);
  EXPECT_FALSE(TensorShapeFromProto(unknown).ok());
  unknown.add_dim()->set_size(2);
  EXPECT_FALSE(PartialTensorShapeFromProto(unknown).ok());
  EXPECT_FALSE(ValidateShapeProto(unknown).ok());
  EXPECT_FALSE(TensorShapeFromProto(Proto({-1})).ok());
  EXPECT_TRUE(PartialTensorShapeFromProto(Proto({-1})).ok());
  for (const std::vector<int64_t>& sizes : {std::vector<int64_t>{-2}, std::vector<int64_t>(300, 1),
                                            std::vector<int64_t>{int64_t{1} << 62, 4, 0}}) {
    EXPECT_EQ(TensorShapeFromProto(Proto(sizes)).status().code(),
              absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(PartialTensorShapeFromProto(Proto(sizes)).status().code(),
              absl::StatusCode::kInvalidArgument);
  }
}

// In the names of dimensions, which TensorFlow does not read.
TEST(ShapeProto, BoundsGoThereAndBack) {
  PartialTensorShape shape = PartialTensorShape::UnknownOfRank(0);
  for (const DimRange dim :
       {DimRange(2, 5), DimRange(3), DimRange(), DimRange(0, 7), DimRange(1, DimRange::kUnbounded)})
    shape.AddDim(dim);
  TensorShapeProto proto;
  ToProto(shape, &proto);
  EXPECT_EQ(proto.dim(0).size(), -1);
  EXPECT_EQ(proto.dim(0).name(), "2..5");
  EXPECT_EQ(proto.dim(2).name(), "");
  EXPECT_EQ(PartialTensorShapeFromProto(proto)->DebugString(), "[2..5,3,?,..7,1..]");
  for (const char* name : {"batch", "5..2", "-1..2", "..", "1..x", "1...2"}) {
    proto.mutable_dim(0)->set_name(name);
    EXPECT_EQ(PartialTensorShapeFromProto(proto)->DebugString(), "[?,3,?,..7,1..]") << name;
  }
  proto.mutable_dim(1)->set_name("4..5");  // the size counts
  EXPECT_EQ(PartialTensorShapeFromProto(proto)->DebugString(), "[?,3,?,..7,1..]");
}

// TensorFlow's spellings, which cannot fail: what no shape can be becomes an invalid one, or an
// unknown one.
TEST(ShapeProto, ShapesAreMadeOfMessagesByTheirConstructors) {
  EXPECT_EQ(TensorShape(Proto({2, 3})), TensorShape({2, 3}));
  EXPECT_EQ(PartialTensorShape(Proto({2, -1})), PartialTensorShape({2, -1}));
  EXPECT_TRUE(TensorShape::IsValidShape(Proto({2, 3})).ok());
  const TensorShapeProto wrong = Proto({2, -3});
  EXPECT_FALSE(TensorShape(wrong).IsValid());
  EXPECT_TRUE(PartialTensorShape(wrong).unknown_rank());
  EXPECT_FALSE(TensorShape::IsValidShape(wrong).ok());
  TensorShapeProto written;
  TensorShape({4}).AsProto(&written);
  EXPECT_EQ(TensorShape(written), TensorShape({4}));
  EXPECT_EQ(TensorShape(TensorShape({2, 5}).AsProto()), TensorShape({2, 5}));
  PartialTensorShape({-1, 5}).AsProto(&written);
  EXPECT_EQ(PartialTensorShape(written), PartialTensorShape({-1, 5}));
}

}  // namespace
}  // namespace opgraft
