// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/shape_table.h"

#include <vector>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(ShapeTableTest, KeepsEachShapeOnce) {
  const std::vector<PartialTensorShape> shapes = {
      PartialTensorShape(),
      PartialTensorShape(TensorShape()),
      PartialTensorShape({2, 3}),
      PartialTensorShape({2, -1}),
      PartialTensorShape({3, 2}),
      PartialTensorShape::OfRanges({DimRange(2), DimRange(1, 5)}),
      PartialTensorShape::UnknownOfRank(2)};
  ShapeTable table;
  for (size_t i = 0; i < shapes.size(); ++i) EXPECT_EQ(table.Intern(shapes[i]), i) << shapes[i];
  for (size_t i = 0; i < shapes.size(); ++i) EXPECT_EQ(table.Intern(shapes[i]), i) << shapes[i];
  const ShapeTable copy = table;
  for (size_t i = 0; i < shapes.size(); ++i)
    EXPECT_EQ(copy.Get(static_cast<uint32_t>(i)), shapes[i]);
}

}  // namespace
}  // namespace opgraft
