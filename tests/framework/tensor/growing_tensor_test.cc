// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/growing_tensor.h"

#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "absl/types/optional.h"
#include "framework/tensor/tensor_buffer.h"
#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

// [outer, rows, 3], counted up from `first`.
Tensor Counted(int64_t rows, float first, int64_t outer = 2) {
  Tensor tensor(DT_FLOAT, {outer, rows, 3});
  for (int64_t i = 0; i < tensor.NumElements(); ++i)
    tensor.flat<float>()(i) = first + static_cast<float>(i);
  return tensor;
}

// What Concat gives.
Tensor Joined(const Tensor& a, const Tensor& b) {
  Tensor joined(DT_FLOAT, {a.dim_size(0), a.dim_size(1) + b.dim_size(1), 3});
  for (int64_t o = 0; o < a.dim_size(0); ++o)
    for (int64_t row = 0; row < joined.dim_size(1); ++row)
      for (int64_t i = 0; i < 3; ++i) {
        const bool is_a = row < a.dim_size(1);
        joined.tensor<float, 3>()(o, row, i) =
            is_a ? a.tensor<float, 3>()(o, row, i)
                 : b.tensor<float, 3>()(o, row - a.dim_size(1), i);
      }
  return joined;
}

// The rows from `begin` on.
Tensor Rest(const Tensor& tensor, int64_t begin) {
  const int64_t outer = tensor.dim_size(0);
  Tensor rest(DT_FLOAT, {outer, tensor.dim_size(1) - begin, 3});
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t row = begin; row < tensor.dim_size(1); ++row)
      for (int64_t i = 0; i < 3; ++i)
        rest.tensor<float, 3>()(o, row - begin, i) = tensor.tensor<float, 3>()(o, row, i);
  return rest;
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

GrowingTensor LastOf(const GrowingTensor& growing, int64_t begin) {
  absl::StatusOr<GrowingTensor> last = growing.RowsFrom(1, begin);
  EXPECT_TRUE(last.ok()) << last.status();
  return *std::move(last);
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

TEST(GrowingTensor, ForgetsItsFirstRowsAsASliceDoes) {
  const Tensor start = Counted(5, 0);
  const GrowingTensor grown = Appended(GrowingTensor(start), Counted(1, 100));
  const Tensor all = Joined(start, Counted(1, 100));
  for (const auto& [begin, first] :
       {std::pair<int64_t, int64_t>(2, 2), {-2, 4}, {0, 0}, {-9, 0}, {9, 6}}) {
    const GrowingTensor rest = LastOf(grown, begin);
    ExpectIs(rest, Rest(all, first));
    EXPECT_EQ(rest.rows_apart(), grown.rows_apart());
    ExpectIs(Appended(rest, Counted(2, 7)), Joined(Rest(all, first), Counted(2, 7)));
  }
  ExpectIs(grown, all);
  EXPECT_EQ(grown.RowsFrom(3, 0).status().message(), "float[2,6,3] has no axis 3");
  EXPECT_EQ(grown.RowsFrom(-1, 0).status().message(), "float[2,6,3] has no axis -1");
}

// Where a window of 40 rows, to which one is added at a time, goes to other memory.
struct Moves {
  GrowingTensor window;
  Tensor expected;
  std::vector<const char*> memories;

  void Step(float value) {
    const GrowingTensor joined = Appended(window, Counted(1, value));
    expected = Rest(Joined(expected, Counted(1, value)), 1);
    const GrowingTensor next = LastOf(joined, -40);
    const char* const memory = joined.data() - Offset(next);
    if (memories.empty() || memories.back() != memory) memories.push_back(memory);
    window = next;
    ExpectIs(window, expected);
  }
  // Rows lie 12 bytes apart, so the first of a memory is found by its address: blocks are aligned
  // to more than that, and a window begins in the first rows of one when it has just been copied.
  int64_t Offset(const GrowingTensor& next) {
    const bool goes_on = last != nullptr && next.data() == last + 12;
    rows = goes_on ? rows + 1 : 0;
    last = next.data();
    return 12 * rows;
  }
  const char* last = nullptr;
  int64_t rows = 0;
};

// The first rows of [outer, rows, 3].
Tensor First(const Tensor& tensor, int64_t count) {
  const int64_t outer = tensor.dim_size(0);
  Tensor first(DT_FLOAT, {outer, count, 3});
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t row = 0; row < count; ++row)
      for (int64_t i = 0; i < 3; ++i)
        first.tensor<float, 3>()(o, row, i) = tensor.tensor<float, 3>()(o, row, i);
  return first;
}

TEST(GrowingTensor, IsCutWithoutACopyAndGoesOnWhereItEnds) {
  const Tensor first = Counted(2, 0), more = Counted(3, 100), other = Counted(1, 200);
  absl::optional<GrowingTensor> whole = Appended(GrowingTensor(first), more);
  const char* const memory = whole->data();
  GrowingTensor cut = whole->FirstRows(3);
  EXPECT_EQ(cut.data(), memory);
  ExpectIs(cut, First(Joined(first, more), 3));
  // As long as the rows that were cut off are somebody's, they stay.
  EXPECT_NE(Appended(cut, other).data(), memory);
  ExpectIs(*whole, Joined(first, more));
  whole.reset();
  const GrowingTensor next = Appended(cut, other);
  EXPECT_EQ(next.data(), memory);
  ExpectIs(next, Joined(First(Joined(first, more), 3), other));
  // Another one that goes on from there gets rows of its own.
  EXPECT_NE(Appended(cut, other).data(), memory);
}

TEST(GrowingTensor, IsCutToNothing) {
  const GrowingTensor cut = Appended(GrowingTensor(Counted(2, 0)), Counted(3, 9)).FirstRows(0);
  ExpectIs(Appended(cut, Counted(2, 50)), Counted(2, 50));
}

TEST(GrowingTensor, CopiesAWindowOnceForAsManyRowsAsItHas) {
  Moves moves{GrowingTensor(Counted(40, 0)), Counted(40, 0), {}};
  for (int i = 0; i < 400; ++i) moves.Step(static_cast<float>(i));
  // First the room of a cache that grows, then of windows.
  EXPECT_GE(moves.memories.size(), 9u);
  EXPECT_LE(moves.memories.size(), 11u);
}

TEST(GrowingTensor, AllocatesNothingMoreOnceAWindowHasTwoMemories) {
  Moves moves{GrowingTensor(Counted(40, 0)), Counted(40, 0), {}};
  for (int i = 0; i < 150; ++i) moves.Step(static_cast<float>(i));
  const Tensor row = Counted(1, 7);
  GrowingTensor window = moves.window;
  moves.window = GrowingTensor(row);
  const auto none = std::make_shared<MemoryBudget>(0, 0);
  const MemoryScope scope(none);
  for (int i = 0; i < 300; ++i) window = LastOf(Appended(window, row), 1);
  EXPECT_FALSE(window.ToTensor().ok());  // which is a copy
}

TEST(GrowingTensor, LeavesTheMemoryOfAWindowToWhoKeepsIt) {
  Moves moves{GrowingTensor(Counted(40, 0)), Counted(40, 0), {}};
  for (int i = 0; i < 100; ++i) moves.Step(static_cast<float>(i));
  const GrowingTensor kept = moves.window;
  const Tensor expected = moves.expected;
  for (int i = 0; i < 300; ++i) moves.Step(static_cast<float>(1000 + i));
  ExpectIs(kept, expected);
  ExpectIs(Appended(kept, Counted(1, 5)), Joined(expected, Counted(1, 5)));
}

TEST(GrowingTensor, SharesItsMemoryWithTensorsOfWhatLiesInOnePiece) {
  const GrowingTensor grown = Appended(GrowingTensor(Counted(40, 0, 1)), Counted(1, 10, 1));
  GrowingTensor window = LastOf(grown, 1);
  Tensor expected = Rest(Joined(Counted(40, 0, 1), Counted(1, 10, 1)), 1);
  std::vector<std::pair<Tensor, Tensor>> kept;
  for (int i = 0; i < 200; ++i) {
    const auto dense = window.ToTensor();
    ASSERT_TRUE(dense.ok()) << dense.status();
    EXPECT_EQ(dense->data(), window.data());
    if (i % 7 == 0) kept.emplace_back(*dense, expected);
    { const GrowingTensor failed = Appended(window, Counted(2, -1, 1)); }
    const Tensor row = Counted(1, static_cast<float>(i), 1);
    window = LastOf(Appended(window, row), 1);
    expected = Rest(Joined(expected, row), 1);
  }
  for (const auto& [tensor, value] : kept) EXPECT_TRUE(tensor.Identical(value));
}

TEST(GrowingTensor, NeverGivesBackRowsThatATensorShares) {
  const GrowingTensor base = Appended(GrowingTensor(Counted(1, 0, 1)), Counted(1, 10, 1));
  absl::optional<GrowingTensor> longer = Appended(base, Counted(1, 20, 1));
  const Tensor kept = *longer->ToTensor();
  EXPECT_EQ(kept.data(), longer->data());
  longer.reset();
  ExpectIs(Appended(base, Counted(1, 30, 1)),
           Joined(Joined(Counted(1, 0, 1), Counted(1, 10, 1)), Counted(1, 30, 1)));
  EXPECT_TRUE(
      kept.Identical(Joined(Joined(Counted(1, 0, 1), Counted(1, 10, 1)), Counted(1, 20, 1))));
}

TEST(GrowingTensor, NeverWritesToWhatItWasGiven) {
  const Tensor given = Counted(40, 0);
  GrowingTensor window{given};
  for (int i = 0; i < 200; ++i) window = LastOf(Appended(window, Counted(3, 100)), 3);
  EXPECT_TRUE(given.Identical(Counted(40, 0)));
}

TEST(GrowingTensor, GrowsAlongAnotherAxisThanItHasRoomAlong) {
  const GrowingTensor grown = Appended(GrowingTensor(Counted(1, 0)), Counted(1, 10));
  const auto wider = grown.Append(0, Counted(2, 20, 1));
  ASSERT_TRUE(wider.ok()) << wider.status();
  Tensor expected(DT_FLOAT, {3, 2, 3});
  const Tensor both = Joined(Counted(1, 0), Counted(1, 10)), added = Counted(2, 20, 1);
  for (int64_t i = 0; i < expected.NumElements(); ++i)
    expected.flat<float>()(i) = i < 12 ? both.flat<float>()(i) : added.flat<float>()(i - 12);
  ExpectIs(*wider, expected);
  const auto second = grown.RowsFrom(0, 1);
  ASSERT_TRUE(second.ok()) << second.status();
  ExpectIs(*second, Tensor::Of({3.f, 4.f, 5.f, 13.f, 14.f, 15.f}, {1, 2, 3}));
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

// Against tensors that are joined and cut by copying: values are appended to, cut, kept and dropped
// in any order; tensors of them stay what they are.
class GrowingTensorOf : public ::testing::TestWithParam<int64_t> {};

TEST_P(GrowingTensorOf, IsWhatCopiesAreInAnyOrderOfSteps) {
  const int64_t outer = GetParam();
  std::mt19937 random(7);
  struct Entry {
    GrowingTensor growing;
    Tensor dense;
    Tensor shown;
  };
  std::vector<Entry> entries = {{GrowingTensor(Counted(2, 0, outer)), Counted(2, 0, outer), {}}};
  const auto next_of = [&](const Entry& entry, int step) -> Entry {
    const int64_t count = entry.dense.dim_size(1);
    if (random() % 4 == 0 && entry.growing.axis() == 1) {
      const auto length = static_cast<int64_t>(random() % static_cast<size_t>(count + 1));
      return {entry.growing.FirstRows(length), First(entry.dense, length), {}};
    }
    if (random() % 3 == 0) {
      const auto begin = static_cast<int64_t>(random() % static_cast<size_t>(count + 1));
      return {LastOf(entry.growing, begin), Rest(entry.dense, begin), {}};
    }
    const Tensor rows =
        Counted(static_cast<int64_t>(random() % 4), static_cast<float>(step), outer);
    if (count > 60) return {GrowingTensor(rows), rows, {}};
    return {Appended(entry.growing, rows), Joined(entry.dense, rows), {}};
  };
  for (int step = 0; step < 3000; ++step) {
    const size_t at = random() % entries.size();
    if (random() % 4 == 0 && entries.size() > 1) {
      entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(at));
      continue;
    }
    if (random() % 20 == 0) entries = {Entry(entries[at])};
    // What is taken out is nobody else's while the next value is made of it.
    const bool is_taken = random() % 2 == 0;
    const size_t from = at % entries.size();
    const Entry entry = is_taken ? std::move(entries[from]) : entries[from];
    Entry next = next_of(entry, step);
    if (random() % 4 == 0) next.shown = *next.growing.ToTensor();
    if (is_taken) {
      entries[from] = std::move(next);
    } else if (entries.size() < 8) {
      entries.push_back(std::move(next));
    } else {
      entries[from] = std::move(next);
    }
    for (const Entry& known : entries) {
      ExpectIs(known.growing, known.dense);
      EXPECT_TRUE(known.shown.dims() != 3 || known.shown.Identical(known.dense));
    }
    if (HasFailure()) return;
  }
}
INSTANTIATE_TEST_SUITE_P(All, GrowingTensorOf, ::testing::Values(1, 2));

}  // namespace
}  // namespace opgraft_internal
