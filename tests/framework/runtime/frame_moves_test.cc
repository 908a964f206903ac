// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/frame_moves.h"

#include <vector>

#include "framework/tensor/tensor_access.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using Kind = CarryMove::Kind;

// Slots of a frame, each with a region, and a value from outside.
class FrameMovesTest : public testing::Test {
 protected:
  FrameMovesTest() { TensorAccess::Borrow(&spare_, Tensor()); }

  // Makes the value in the slot's region, as a kernel does.
  void Put(int slot, const TensorShape& shape, float value) {
    ASSERT_TRUE(regions_[slot].Allocate(DT_FLOAT, shape, &slots_[slot]));
    slots_[slot].flat<float>().setConstant(value);
  }
  FrameMove Move(Kind kind, int to, int from) {
    return {kind, &slots_[to], &slots_[from], &regions_[to], &regions_[from], &spare_};
  }
  float ValueOf(int slot) const { return slots_[slot].flat<float>()(0); }
  bool ViewsItsRegion(int slot) const { return regions_[slot].IsViewedBy(slots_[slot]); }

  Tensor slots_[3];
  BufferRegion regions_[3];
  Tensor spare_;
  const Tensor outside_ = Tensor::Of({7.0f, 7.0f});
};

TEST_F(FrameMovesTest, WhatIsTakenComesWithItsBufferAndLeavesTheOther) {
  for (const TensorShape& shape :
       {TensorShape(), TensorShape({2}), TensorShape({1, 2, 1, 2, 1, 2})}) {
    Put(0, shape, 1);
    Put(1, shape, 2);
    const void* const carried = slots_[0].data();
    const void* const made = slots_[1].data();
    Carry({Move(Kind::kTake, 0, 1)});
    EXPECT_EQ(ValueOf(0), 2);
    EXPECT_EQ(slots_[0].data(), made);
    EXPECT_EQ(slots_[1].data(), carried) << "the next iteration writes here";
    EXPECT_TRUE(ViewsItsRegion(0) && ViewsItsRegion(1));
  }
}

TEST_F(FrameMovesTest, TheFirstTakesThePlaceOfAnInput) {
  TensorAccess::Borrow(&slots_[0], outside_);
  Put(1, {2}, 2);
  Carry({Move(Kind::kTake, 0, 1)});
  EXPECT_EQ(ValueOf(0), 2);
  EXPECT_TRUE(ViewsItsRegion(0));
  EXPECT_EQ(outside_.flat<float>()(0), 7);
}

TEST_F(FrameMovesTest, AnotherShapeMovesToo) {
  Put(0, {2}, 1);
  Put(1, {3}, 2);
  Carry({Move(Kind::kTake, 0, 1)});
  EXPECT_EQ(slots_[0].shape(), TensorShape({3}));
  EXPECT_EQ(ValueOf(0), 2);
  EXPECT_TRUE(ViewsItsRegion(0));
}

TEST_F(FrameMovesTest, TwoCarriedValuesChangePlaces) {
  for (const bool is_input : {false, true}) {
    Put(0, {2}, 1);
    Put(1, {2}, 2);
    if (is_input) TensorAccess::Borrow(&slots_[1], outside_);
    Carry({Move(Kind::kExchange, 0, 1)});
    EXPECT_EQ(ValueOf(0), is_input ? 7 : 2);
    EXPECT_EQ(ValueOf(1), 1);
    EXPECT_TRUE(ViewsItsRegion(1));
  }
}

TEST_F(FrameMovesTest, MovesAreMadeInOrder) {
  Put(0, {2}, 1);
  Put(1, {2}, 2);
  Put(2, {2}, 3);
  const std::vector<FrameMove> moves = {Move(Kind::kExchange, 0, 1), Move(Kind::kTake, 1, 2)};
  Carry(moves);  // Fibonacci's
  EXPECT_EQ(ValueOf(0), 2);
  EXPECT_EQ(ValueOf(1), 3);
}

TEST_F(FrameMovesTest, AViewKeepsWhatIsSharedAsItIs) {
  TensorAccess::Borrow(&slots_[1], outside_);
  Carry({Move(Kind::kView, 0, 1)});
  EXPECT_TRUE(slots_[0].SharesBufferWith(outside_));
  EXPECT_TRUE(TensorAccess::is_borrowed(slots_[0]));
  Put(1, {2}, 3);
  Carry({Move(Kind::kShare, 0, 1)});
  EXPECT_TRUE(slots_[0].SharesBufferWith(slots_[1]));
  EXPECT_FALSE(TensorAccess::is_borrowed(slots_[0])) << "the region takes another buffer";
}

TEST_F(FrameMovesTest, AValueOfItsOwnIsMoved) {
  slots_[1] = Tensor::Of({5.0f});
  Carry({Move(Kind::kTake, 0, 1)});
  EXPECT_EQ(ValueOf(0), 5);
  EXPECT_TRUE(slots_[0].RefCountIsOne());
}

}  // namespace
}  // namespace opgraft
