// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/shapes/shape_memo.h"

#include "framework/op/op_registration_data.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;

NodeAttrs Attrs(DataType dtype) {
  AttrValue value;
  value.set_type(dtype);
  return NodeAttrs().With("T", value);
}

TEST(ShapeMemo, FindsWhatOpAttrsAndInputShapesShare) {
  const OpRegistrationData op, other_op;
  const NodeAttrs attrs = Attrs(DT_FLOAT);
  ShapeMemo memo;
  memo.Add(&op, attrs, {1, 2}, {7});
  ASSERT_NE(memo.Find(&op, attrs, {1, 2}), nullptr);
  EXPECT_THAT(*memo.Find(&op, attrs, {1, 2}), ElementsAre(7));
  EXPECT_EQ(memo.Find(&other_op, attrs, {1, 2}), nullptr);
  EXPECT_EQ(memo.Find(&op, Attrs(DT_FLOAT), {1, 2}), nullptr)
      << "attrs are told apart by their address";
  EXPECT_EQ(memo.Find(&op, attrs, {2, 1}), nullptr);
  EXPECT_EQ(memo.Find(&op, attrs, {1, 2, 3}), nullptr);
}

TEST(ShapeMemo, IsNotMisledByAttrsThatAreGone) {
  const OpRegistrationData op;
  ShapeMemo memo;
  memo.Add(&op, Attrs(DT_FLOAT), {}, {7});
  // An allocator likes to give the same address again.
  for (int i = 0; i < 100; ++i) EXPECT_EQ(memo.Find(&op, Attrs(DT_INT32), {}), nullptr);
}

TEST(ShapeMemo, StopsRememberingSomewhere) {
  const OpRegistrationData op;
  const NodeAttrs attrs = Attrs(DT_FLOAT);
  ShapeMemo memo;
  constexpr uint32_t kMany = 100'000;
  for (uint32_t i = 0; i < kMany; ++i) memo.Add(&op, attrs, {i}, {i});
  EXPECT_NE(memo.Find(&op, attrs, {0}), nullptr);
  EXPECT_EQ(memo.Find(&op, attrs, {kMany - 1}), nullptr);
}

}  // namespace
}  // namespace opgraft
