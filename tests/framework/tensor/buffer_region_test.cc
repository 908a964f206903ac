// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/buffer_region.h"

#include <memory>
#include <utility>

#include "framework/tensor/tensor_access.h"
#include "framework/tensor/variant.h"
#include "gtest/gtest.h"
#include "tools/allocation_counter/allocation_counter.h"

namespace opgraft {
namespace {

// Counts the buffers that a scope allocates.
class BufferCount {
 public:
  BufferCount() : budget_(std::make_shared<MemoryBudget>(kMany, kMany)), scope_(budget_) {
    budget_->FailAt(kMany);
  }
  int64_t bytes() const { return budget_->used(); }

 private:
  static constexpr int64_t kMany = int64_t{1} << 40;
  std::shared_ptr<MemoryBudget> budget_;
  MemoryScope scope_;
};

TEST(BufferRegion, WarmAllocationsTouchNoMemory) {
  BufferRegion region;
  Tensor slot;
  const TensorShape shape({2, 3, 4, 5});
  ASSERT_TRUE(region.Allocate(DT_FLOAT, shape, &slot));
  const void* data = slot.data();
  const int64_t before = opgraft_internal::AllocationsOfThisThread();
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(region.Reuse(4, shape, false, &slot));
    ASSERT_TRUE(region.Allocate(DT_FLOAT, shape, &slot));
  }
  EXPECT_EQ(opgraft_internal::AllocationsOfThisThread(), before);
  EXPECT_EQ(slot.data(), data);
}

TEST(BufferRegion, AnotherShapeOrTypeThatFitsAllocatesNothing) {
  const BufferCount count;
  BufferRegion region;
  Tensor slot;
  ASSERT_TRUE(region.Allocate(DT_FLOAT, {16}, &slot));
  EXPECT_EQ(count.bytes(), 64);
  const int64_t before = opgraft_internal::AllocationsOfThisThread();
  ASSERT_TRUE(region.Allocate(DT_FLOAT, {2, 3}, &slot));
  EXPECT_EQ(slot.shape(), TensorShape({2, 3}));
  ASSERT_TRUE(region.Allocate(DT_DOUBLE, {8}, &slot));
  EXPECT_EQ(slot.dtype(), DT_DOUBLE);
  ASSERT_TRUE(region.Allocate(DT_FLOAT, {0, 9}, &slot));
  EXPECT_TRUE(region.Reuse(4, {0, 9}, false, &slot));
  EXPECT_EQ(opgraft_internal::AllocationsOfThisThread(), before);
  EXPECT_EQ(count.bytes(), 64);
}

TEST(BufferRegion, ReusesWhatHasRoomForASlotOfTheSameShapeAndType) {
  BufferRegion region;
  Tensor slot;
  EXPECT_FALSE(region.Reuse(4, {0}, false, &slot));
  ASSERT_TRUE(region.Allocate(DT_FLOAT, {32}, &slot));
  EXPECT_FALSE(region.Reuse(4, {33}, false, &slot));
  Tensor state(DT_FLOAT, {32});
  const void* const data = state.data();
  region.ExchangeWith(&state);
  EXPECT_EQ(state.data(), slot.data());
  ASSERT_TRUE(region.Reuse(4, {32}, false, &slot));
  EXPECT_EQ(slot.data(), data);
  const Tensor kept = slot;
  EXPECT_FALSE(region.Reuse(4, {32}, false, &slot));
}

TEST(BufferRegion, GivesASlotAnotherShapeWhereThatIsAllowed) {
  const BufferCount count;
  BufferRegion region;
  Tensor slot;
  EXPECT_FALSE(region.Reuse(4, {1}, true, &slot)) << "no buffer";
  ASSERT_TRUE(region.Allocate(DT_FLOAT, {2, 8}, &slot));
  for (const TensorShape& shape :
       {TensorShape({16}), TensorShape({1, 2, 3}), TensorShape({0, 9}), TensorShape()}) {
    ASSERT_TRUE(region.Reuse(4, shape, true, &slot));
    EXPECT_EQ(slot.shape(), shape);
  }
  for (const TensorShape& shape :
       {TensorShape({17}), TensorShape({-1}), TensorShape({int64_t{1} << 62})}) {
    EXPECT_FALSE(region.Reuse(4, shape, true, &slot)) << shape;
    EXPECT_EQ(slot.shape(), TensorShape());
  }
  EXPECT_EQ(count.bytes(), 64);
}

// The slot's own buffer may have gone to a state and died there; another of its address need not be
// as large.
TEST(BufferRegion, DoesNotReuseASmallerBufferForASlotThatHadALargerOne) {
  BufferRegion region;
  Tensor slot;
  ASSERT_TRUE(region.Allocate(DT_FLOAT, {32}, &slot));
  region.Take()->Unref();
  region.Retire(TensorBuffer::Allocate(DT_FLOAT, 16));
  EXPECT_FALSE(region.Reuse(4, {32}, false, &slot));
  ASSERT_TRUE(region.Allocate(DT_FLOAT, {32}, &slot));
  EXPECT_GE(region.buffer()->bytes(), 128u);
}

TEST(BufferRegion, GrowsByHalfAndNeverShrinks) {
  const BufferCount count;
  BufferRegion region;
  Tensor slot;
  ASSERT_TRUE(region.Allocate(DT_FLOAT, {256}, &slot));
  EXPECT_EQ(count.bytes(), 1024);
  ASSERT_TRUE(region.Allocate(DT_FLOAT, {257}, &slot));
  EXPECT_EQ(count.bytes(), 1536);
  ASSERT_TRUE(region.Allocate(DT_FLOAT, {1}, &slot));
  EXPECT_EQ(count.bytes(), 1536);
  ASSERT_TRUE(region.Allocate(DT_FLOAT, {1024}, &slot));
  EXPECT_EQ(count.bytes(), 4096);
  region.Trim();
  EXPECT_EQ(count.bytes(), 0);
}

TEST(BufferRegion, TakesJustWhatIsNeededWhenHalfMoreIsRefused) {
  const auto budget = std::make_shared<MemoryBudget>(1100, 1100);
  const MemoryScope scope(budget);
  BufferRegion region;
  Tensor slot;
  ASSERT_TRUE(region.Allocate(DT_FLOAT, {256}, &slot));
  ASSERT_TRUE(region.Allocate(DT_FLOAT, {257}, &slot));
  EXPECT_EQ(region.buffer()->bytes(), 1088u);
}

TEST(BufferRegion, LeavesAKeptBufferToWhoKeepsIt) {
  BufferRegion region;
  Tensor slot;
  ASSERT_TRUE(region.Allocate(DT_INT32, {2}, &slot));
  slot.vec<int32>().setConstant(1);
  const Tensor kept = slot;
  EXPECT_FALSE(region.Owns(slot));
  ASSERT_TRUE(region.Allocate(DT_INT32, {2}, &slot));
  slot.vec<int32>().setConstant(2);
  EXPECT_EQ(kept.vec<int32>()(0), 1);
  EXPECT_TRUE(kept.RefCountIsOne());
}

TEST(BufferRegion, UsesTheRetiredBufferWhenTheOtherIsTaken) {
  const BufferCount count;
  BufferRegion region;
  Tensor slot, state;
  ASSERT_TRUE(region.Allocate(DT_FLOAT, {4}, &slot));
  TensorAccess::AdoptAs(&state, region.Take(), slot);
  for (int run = 0; run < 10; ++run) {
    ASSERT_TRUE(region.Allocate(DT_FLOAT, {4}, &slot));
    EXPECT_NE(slot.data(), state.data());
    TensorBuffer* old = TensorAccess::ReleaseBuffer(&state);
    TensorAccess::AdoptAs(&state, region.Take(), slot);
    region.Retire(old);
  }
  EXPECT_EQ(count.bytes(), 128);  // two buffers, whatever the number of runs
}

TEST(BufferRegion, KeepsTheLargerOfTwoRetiredBuffers) {
  const BufferCount count;
  BufferRegion region;
  region.Retire(TensorBuffer::Allocate(DT_FLOAT, 16));
  region.Retire(TensorBuffer::Allocate(DT_FLOAT, 32));
  region.Retire(TensorBuffer::Allocate(DT_FLOAT, 16));
  EXPECT_EQ(count.bytes(), 64 + 128);
  region.Retire(TensorBuffer::Allocate(DT_FLOAT, 64));
  EXPECT_EQ(count.bytes(), 64 + 256);
  region.Retire(nullptr);
  Tensor slot;
  ASSERT_TRUE(region.Allocate(DT_FLOAT, {64}, &slot));
  EXPECT_EQ(count.bytes(), 64 + 256);
  region.Trim();
  EXPECT_EQ(count.bytes(), 0);
}

TEST(BufferRegion, TakesOverASlotThatAKernelAssigned) {
  BufferRegion region;
  Tensor slot;
  ASSERT_TRUE(region.Allocate(DT_FLOAT, {2}, &slot));
  const Tensor other = Tensor::Of({1.0f, 2.0f});
  slot = other;
  ASSERT_TRUE(region.Allocate(DT_FLOAT, slot.shape(), &slot));
  EXPECT_TRUE(TensorAccess::is_borrowed(slot));
  EXPECT_EQ(slot.shape(), TensorShape({2}));
  EXPECT_TRUE(other.RefCountIsOne());
  slot = Tensor(slot);  // counts on the region's own buffer
  ASSERT_TRUE(region.Allocate(DT_FLOAT, {2}, &slot));
  EXPECT_TRUE(region.Owns(slot));
}

TEST(BufferRegion, OwnsNeitherPartsNorCopies) {
  BufferRegion region;
  Tensor slot;
  ASSERT_TRUE(region.Allocate(DT_FLOAT, {4}, &slot));
  EXPECT_TRUE(region.Owns(slot));
  EXPECT_FALSE(BufferRegion().Owns(slot));
  Tensor part;
  {
    const Tensor slice = slot.Slice(1, 2);
    TensorAccess::Borrow(&part, slice);
  }
  EXPECT_FALSE(region.Owns(part));
  const Tensor copy = slot;
  EXPECT_FALSE(region.Owns(copy));
}

TEST(BufferRegion, HandsOutEmptyObjects) {
  BufferRegion region;
  Tensor slot;
  ASSERT_TRUE(region.Allocate(DT_STRING, {2}, &slot));
  slot.vec<tstring>()(1) = "left over";
  ASSERT_TRUE(region.Allocate(DT_STRING, {2}, &slot));
  EXPECT_EQ(slot.vec<tstring>()(1), "");
  ASSERT_TRUE(region.Allocate(DT_FLOAT, {2}, &slot));
  ASSERT_TRUE(region.Allocate(DT_VARIANT, {2}, &slot));
  EXPECT_TRUE(slot.vec<Variant>()(0).is_empty());
}

TEST(BufferRegion, WithoutMemoryTheSlotIsEmpty) {
  const auto budget = std::make_shared<MemoryBudget>(64, 64);
  const MemoryScope scope(budget);
  BufferRegion region;
  Tensor slot;
  ASSERT_TRUE(region.Allocate(DT_FLOAT, {16}, &slot));
  EXPECT_FALSE(region.Allocate(DT_FLOAT, {17}, &slot));
  EXPECT_EQ(slot.buffer(), nullptr);
  EXPECT_FALSE(region.Allocate(DT_FLOAT, {-1}, &slot));
  EXPECT_FALSE(region.Allocate(DT_INVALID, {1}, &slot));
  EXPECT_TRUE(region.Allocate(DT_FLOAT, {16}, &slot));
}

TEST(BufferRegion, SwapsAndMoves) {
  BufferRegion a, b;
  Tensor in, out;
  ASSERT_TRUE(a.Allocate(DT_FLOAT, {4}, &in));
  a.SwapBuffers(&b);
  EXPECT_TRUE(b.Owns(in));
  EXPECT_EQ(a.buffer(), nullptr);
  BufferRegion c = std::move(b);
  EXPECT_TRUE(c.Owns(in));
  a = std::move(c);
  EXPECT_TRUE(a.Owns(in));
}

}  // namespace
}  // namespace opgraft
