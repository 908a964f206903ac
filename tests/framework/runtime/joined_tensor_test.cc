// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/joined_tensor.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

CallSite::Slices Along(int axis, bool is_backward) {
  CallSite::Slices slices;
  slices.axis = axis;
  slices.stride = is_backward ? -1 : 1;
  return slices;
}

// Two elements, `i` and 100 + `i`, of which one is along the axis.
Tensor PartOf(int axis, int64_t i) {
  const auto value = static_cast<float>(i);
  return Tensor::Of({value, value + 100}, axis == 0 ? TensorShape({1, 2}) : TensorShape({2, 1}));
}

TEST(JoinedTensor, IsDenseHoweverManyPartsThereAre) {
  for (const int axis : {0, 1}) {
    for (const bool is_backward : {false, true}) {
      const CallSite::Slices slices = Along(axis, is_backward);
      BufferRegion region;
      Tensor tensor;
      for (const int64_t count : {5, 1, 4, 9, 3, 33}) {
        SCOPED_TRACE(absl::StrCat(count, " parts, axis ", axis, is_backward ? ", backward" : ""));
        JoinedTensor joined(slices, &region, &tensor);
        for (int64_t i = 0; i < count; ++i)
          ASSERT_TRUE(joined.Add(PartOf(axis, i), i, 1000, /*is_exact=*/false).ok());
        ASSERT_TRUE(joined.Finish(count).ok());
        ASSERT_EQ(tensor.shape(), axis == 0 ? TensorShape({count, 2}) : TensorShape({2, count}));
        for (int64_t i = 0; i < count; ++i) {
          const int64_t place = is_backward ? count - 1 - i : i;
          const auto value = static_cast<float>(i);
          EXPECT_EQ(tensor.flat<float>()(axis == 0 ? 2 * place : place), value);
          EXPECT_EQ(tensor.flat<float>()(axis == 0 ? 2 * place + 1 : count + place), value + 100);
        }
      }
    }
  }
}

TEST(JoinedTensor, TakesItsWholeSizeAtOnceIfThatIsKnown) {
  const CallSite::Slices slices = Along(0, false);
  BufferRegion region;
  Tensor tensor;
  JoinedTensor joined(slices, &region, &tensor);
  ASSERT_TRUE(joined.Add(PartOf(0, 0), 0, 100, /*is_exact=*/true).ok());
  const void* const memory = tensor.data();
  for (int64_t i = 1; i < 100; ++i) ASSERT_TRUE(joined.Add(PartOf(0, i), i, 100, true).ok());
  ASSERT_TRUE(joined.Finish(100).ok());
  EXPECT_EQ(tensor.data(), memory);
}

TEST(JoinedTensor, ARunBeforeLeavesItsRoom) {
  const CallSite::Slices slices = Along(0, false);
  BufferRegion region;
  Tensor tensor;
  const void* memory = nullptr;
  for (int run = 0; run < 3; ++run) {
    JoinedTensor joined(slices, &region, &tensor);
    for (int64_t i = 0; i < 50; ++i)
      ASSERT_TRUE(joined.Add(PartOf(0, i), i, INT64_MAX, false).ok());
    ASSERT_TRUE(joined.Finish(50).ok());
    if (run > 0) {
      EXPECT_EQ(tensor.data(), memory);
    }
    memory = tensor.data();
  }
}

TEST(TakePart, IsAViewOfWhatLiesInOnePieceElseACopy) {
  const Tensor from = Tensor::Of({1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f}, {2, 3});
  const Tensor one_row = Tensor::Of({1.0f, 2.0f, 3.0f}, {1, 3});
  const struct {
    const Tensor& from;
    int axis;
    int64_t begin;
    int64_t size;
    bool is_view;
    const char* part;
  } cases[] = {
      {from, 0, 1, 1, true, "[1,3] [4 5 6]"},
      {from, 0, 0, 2, true, "[2,3] [1 2 3][4 5 6]"},
      {from, 1, 1, 2, false, "[2,2] [2 3][5 6]"},
      {one_row, 1, 1, 2, true, "[1,2] [2 3]"},
  };
  for (const auto& c : cases) {
    BufferRegion region;
    Tensor part;
    ASSERT_TRUE(TakePart(c.from, c.axis, c.begin, c.size, &region, &part).ok());
    EXPECT_EQ(absl::StrCat(part.shape().DebugString(), " ", part.SummarizeValue(-1)), c.part);
    EXPECT_EQ(part.SharesBufferWith(c.from), c.is_view) << c.part;
  }
}

}  // namespace
}  // namespace opgraft
