// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/growing_tensor.h"

#include <random>
#include <vector>

#include "absl/types/optional.h"
#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

// [2, rows, 3], counted up from `first`.
Tensor Counted(int64_t rows, float first) {
  Tensor tensor(DT_FLOAT, {2, rows, 3});
  for (int64_t i = 0; i < tensor.NumElements(); ++i)
    tensor.flat<float>()(i) = first + static_cast<float>(i);
  return tensor;
}

// What Concat gives.
Tensor Joined(const Tensor& a, const Tensor& b) {
  Tensor joined(DT_FLOAT, {2, a.dim_size(1) + b.dim_size(1), 3});
  for (int64_t o = 0; o < 2; ++o)
    for (int64_t row = 0; row < joined.dim_size(1); ++row)
      for (int64_t i = 0; i < 3; ++i) {
        const bool is_a = row < a.dim_size(1);
        joined.tensor<float, 3>()(o, row, i) =
            is_a ? a.tensor<float, 3>()(o, row, i)
                 : b.tensor<float, 3>()(o, row - a.dim_size(1), i);
      }
  return joined;
}

void ExpectIs(const GrowingTensor& growing, const Tensor& expected) {
  const auto dense = growing.ToTensor();
  ASSERT_TRUE(dense.ok()) << dense.status();
  EXPECT_TRUE(dense->Identical(expected)) << dense->DebugString() << expected.DebugString();
}

GrowingTensor Appended(const GrowingTensor& growing, const Tensor& rows) {
  absl::StatusOr<GrowingTensor> joined = growing.Append(1, rows);
  EXPECT_TRUE(joined.ok()) << joined.status();
  return *std::move(joined);
}

TEST(GrowingTensor, AppendsInPlaceWhileThereIsRoom) {
  const Tensor start = Counted(4, 0);
  const GrowingTensor first = Appended(GrowingTensor(start), Counted(1, 100));
  GrowingTensor grown = first;
  Tensor expected = Joined(start, Counted(1, 100));
  while (grown.shape().dim_size(1) < first.rows_apart()) {
    grown = Appended(grown, Counted(1, 200));
    EXPECT_EQ(grown.data(), first.data());
    expected = Joined(expected, Counted(1, 200));
  }
  ExpectIs(grown, expected);
  ExpectIs(first, Joined(start, Counted(1, 100)));
  const GrowingTensor moved = Appended(grown, Counted(2, 300));
  EXPECT_NE(moved.data(), first.data());
  EXPECT_GE(moved.rows_apart(), moved.shape().dim_size(1) * 3 / 2);
  ExpectIs(moved, Joined(expected, Counted(2, 300)));
}

TEST(GrowingTensor, GivesTwoWhoAppendToOneValueTheirOwnRows) {
  const GrowingTensor base = Appended(GrowingTensor(Counted(1, 0)), Counted(1, 10));
  const GrowingTensor first = Appended(base, Counted(1, 20));
  const GrowingTensor second = Appended(base, Counted(1, 30));
  EXPECT_EQ(first.data(), base.data());
  EXPECT_NE(second.data(), base.data());
  const Tensor both = Joined(Counted(1, 0), Counted(1, 10));
  ExpectIs(base, both);
  ExpectIs(first, Joined(both, Counted(1, 20)));
  ExpectIs(second, Joined(both, Counted(1, 30)));
}

TEST(GrowingTensor, TakesBackTheRowsOfAValueThatIsGone) {
  const GrowingTensor base = Appended(GrowingTensor(Counted(1, 0)), Counted(1, 10));
  { const GrowingTensor failed = Appended(base, Counted(3, 20)); }
  const GrowingTensor next = Appended(base, Counted(1, 30));
  EXPECT_EQ(next.data(), base.data());
  ExpectIs(next, Joined(Joined(Counted(1, 0), Counted(1, 10)), Counted(1, 30)));
}

TEST(GrowingTensor, KeepsATensorThatWasTakenOutWhateverHappensToItsRows) {
  const GrowingTensor base = Appended(GrowingTensor(Counted(1, 0)), Counted(1, 10));
  absl::optional<GrowingTensor> longer = Appended(base, Counted(1, 20));
  const Tensor kept = *longer->ToTensor();
  longer.reset();
  const GrowingTensor other = Appended(base, Counted(1, 30));
  EXPECT_EQ(other.data(), base.data());
  EXPECT_TRUE(kept.Identical(Joined(Joined(Counted(1, 0), Counted(1, 10)), Counted(1, 20))));
}

TEST(GrowingTensor, GrowsFromNothing) {
  const GrowingTensor grown = Appended(GrowingTensor(Counted(0, 0)), Counted(2, 5));
  ExpectIs(grown, Counted(2, 5));
  ExpectIs(Appended(grown, Counted(0, 0)), Counted(2, 5));
}

TEST(GrowingTensor, MayHaveNoOuterPartsAtAll) {
  const auto grown =
      GrowingTensor(Tensor(DT_FLOAT, {0, 1, 3})).Append(1, Tensor(DT_FLOAT, {0, 2, 3}));
  ASSERT_TRUE(grown.ok()) << grown.status();
  const auto longer = grown->Append(1, Tensor(DT_FLOAT, {0, 1, 3}));
  ASSERT_TRUE(longer.ok()) << longer.status();
  ExpectIs(*longer, Tensor(DT_FLOAT, {0, 4, 3}));
  const auto picked = longer->Pick({0});
  ASSERT_TRUE(picked.ok()) << picked.status();
  EXPECT_EQ(picked->shape(), TensorShape({1, 4, 3}));
}

TEST(GrowingTensor, PicksPartsOfTheFirstDimension) {
  const GrowingTensor grown = Appended(GrowingTensor(Counted(1, 0)), Counted(1, 10));
  const auto picked = grown.Pick({1, -1, 0, 2});
  ASSERT_TRUE(picked.ok()) << picked.status();
  const Tensor dense = *picked->ToTensor();
  EXPECT_EQ(dense.shape(), TensorShape({4, 2, 3}));
  const std::vector<float> expected = {3, 4, 5, 13, 14, 15, 3, 4, 5, 13, 14, 15,
                                       0, 1, 2, 10, 11, 12, 0, 0, 0, 0,  0,  0};
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(dense.flat<float>()(static_cast<int64_t>(i)), expected[i]) << i;
  EXPECT_GT(picked->rows_apart(), 2);
}

TEST(GrowingTensor, PicksRowsThatItGrowsBy) {
  const auto grown = GrowingTensor(Tensor::Of({1.f, 2.f})).Append(0, Tensor::Of({3.f}));
  ASSERT_TRUE(grown.ok()) << grown.status();
  const auto picked = grown->Pick({2, 0});
  ASSERT_TRUE(picked.ok()) << picked.status();
  ExpectIs(*picked, Tensor::Of({3.f, 1.f}));
}

TEST(GrowingTensor, RefusesWhatDoesNotFit) {
  const GrowingTensor grown = Appended(GrowingTensor(Counted(1, 0)), Counted(1, 10));
  EXPECT_EQ(grown.Append(1, Tensor(DT_FLOAT, {2, 1, 4})).status().message(),
            "cannot append float[2,1,4] to float[2,2,3] along axis 1");
  EXPECT_EQ(grown.Append(1, Tensor(DT_INT32, {2, 1, 3})).status().message(),
            "cannot append int32[2,1,3] to float[2,2,3] along axis 1");
  EXPECT_EQ(grown.Append(3, Tensor(DT_FLOAT, {2, 2, 3})).status().message(),
            "cannot append float[2,2,3] to float[2,2,3] along axis 3");
  EXPECT_EQ(GrowingTensor(Tensor::Scalar(1.f)).Pick({0}).status().message(),
            "cannot pick parts of a scalar");
}

TEST(GrowingTensor, IsWhatATensorOfVariantsHolds) {
  const auto holder = HoldGrowingTensor(GrowingTensor(Counted(1, 0)));
  ASSERT_TRUE(holder.ok()) << holder.status();
  ASSERT_NE(FindGrowingTensor(*holder), nullptr);
  EXPECT_TRUE(DenseValue(*holder)->Identical(Counted(1, 0)));
  EXPECT_EQ(FindGrowingTensor(Tensor(DT_VARIANT, {})), nullptr);
  EXPECT_EQ(FindGrowingTensor(Counted(1, 0)), nullptr);
  EXPECT_TRUE(DenseValue(Counted(1, 0))->Identical(Counted(1, 0)));
}

// Against tensors that are joined by copying: values are appended to, picked from, kept and
// dropped in any order.
TEST(GrowingTensor, IsWhatCopiesAreInAnyOrderOfSteps) {
  std::mt19937 random(7);
  struct Entry {
    GrowingTensor growing;
    Tensor dense;
  };
  std::vector<Entry> entries = {{GrowingTensor(Counted(2, 0)), Counted(2, 0)}};
  for (int step = 0; step < 2000; ++step) {
    const size_t at = random() % entries.size();
    if (random() % 4 == 0 && entries.size() > 1) {
      entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(at));
      continue;
    }
    const Entry entry = entries[at];
    const Tensor rows = Counted(static_cast<int64_t>(random() % 4), static_cast<float>(step));
    const bool starts_anew = entry.dense.dim_size(1) > 60;
    const Entry next = starts_anew
                           ? Entry{GrowingTensor(rows), rows}
                           : Entry{Appended(entry.growing, rows), Joined(entry.dense, rows)};
    if (entries.size() < 8) {
      entries.push_back(next);
    } else {
      entries[at] = next;
    }
    for (const Entry& known : entries) ExpectIs(known.growing, known.dense);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace opgraft_internal
